// Cells marked with a reason: what is drawn on each, what the signs mean, and the reason of the one
// that somebody points at.

import { tidy } from './board.js';
import { h } from './dom.js';
import { paint, tint } from './paint.js';
import { outline, spacing } from './shapes.js';
import { say } from './words.js';

/** @import {Overlay} from './board.js' */
/** @import {Child} from './dom.js' */
/** @import {Geometry, Mark, MarksContent} from './types.js' */

/** The colour a mark is drawn in: its side's, or that of its sign. @param {Mark} mark @param {Geometry} geometry */
const ink = ({ side, sign }, geometry) =>
  side
    ? paint(geometry.sides[side === 'first' ? 0 : 1].paint)
    : sign === 'key'
      ? 'var(--accent)'
      : 'var(--ink2)';

/** The sign alone, around (0, 0), for cells `unit` apart. @param {Mark} mark @param {Geometry} geometry @param {number} unit @returns {Child} */
function sign(mark, geometry, unit) {
  const colour = ink(mark, geometry);
  const line = { fill: 'none', stroke: colour, 'stroke-linecap': 'round' };
  switch (mark.sign) {
    case 'dead': {
      const r = tidy(unit * 0.17);
      return h('path', { ...line, d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`, 'stroke-width': tidy(unit * 0.065) });
    }
    case 'taken':
      return h('circle', {
        ...line,
        r: tidy(unit * 0.33),
        'stroke-width': tidy(unit * 0.06),
        'stroke-dasharray': `${tidy(unit * 0.13)} ${tidy(unit * 0.128)}`,
      });
    case 'worse':
      return h('circle', { r: tidy(unit * 0.1), fill: colour });
    case 'key':
      return h('circle', { ...line, r: tidy(unit * 0.36), 'stroke-width': tidy(unit * 0.085) });
  }
}

/** What lies beneath a sign. @param {Mark} mark @param {Geometry} geometry */
function ground(mark, geometry) {
  if (mark.sign === 'taken' && mark.side) return tint(geometry.sides[mark.side === 'first' ? 0 : 1].paint);
  if (mark.sign === 'key') return `color-mix(in oklab,${ink(mark, geometry)} 24%,var(--w1))`;
  return mark.sign === 'dead' ? 'color-mix(in oklab,var(--ink) 30%,var(--w3))' : 'color-mix(in oklab,var(--ink) 13%,var(--w2))';
}

/** @param {MarksContent} layer @param {{geometry: Geometry, cell: number, turn?: number}} on @param {Overlay} drawn */
export function drawMarks(layer, { geometry, cell, turn = 0 }, drawn) {
  const unit = spacing(geometry);
  for (const mark of layer.marks) {
    const { x, y } = geometry.cells[mark.cell];
    drawn.fills.set(mark.cell, ground(mark, geometry));
    drawn.figures.push(
      h(
        'g',
        { class: `mark ${mark.sign}`, 'data-mark': mark.cell, transform: `translate(${tidy(x)} ${tidy(y)}) rotate(${-turn})` },
        sign(mark, geometry, unit),
      ),
    );
  }
  const on = layer.marks.find((mark) => mark.cell === cell);
  for (const i of on?.because ?? [])
    drawn.figures.push(
      outline(geometry.cells[i].outline, { class: 'because', 'data-because': i, 'stroke-width': tidy(unit * 0.075) }),
    );
}

/** Each kind of mark with its sign, in the order in which they first come. @param {MarksContent} layer @param {Geometry} geometry */
export function marksLegend(layer, geometry) {
  const kinds = new Map(layer.marks.map((mark) => [`${mark.sign} ${mark.side} ${say(mark.label)}`, mark]));
  return [...kinds.values()].map((mark) =>
    h(
      'span',
      null,
      h(
        'svg',
        { class: 'swatch', viewBox: '-13 -10 26 20', 'aria-hidden': 'true' },
        h('rect', { x: -13, y: -10, width: 26, height: 20, rx: 4, style: `fill:${ground(mark, geometry)}` }),
        sign(mark, geometry, 22),
      ),
      mark.side ? `${say(mark.label)} · ${say(geometry.sides[mark.side === 'first' ? 0 : 1].name)}` : say(mark.label),
    ),
  );
}

/** What a mark says, in words; nothing if the cell has none. @param {MarksContent} layer @param {Geometry} geometry @param {number} cell @returns {[string, string] | null} */
export function toldMark(layer, geometry, cell) {
  const mark = layer.marks.find((one) => one.cell === cell);
  return mark ? [`${geometry.cells[cell].name} · ${say(mark.label)}`, say(mark.reason)] : null;
}
