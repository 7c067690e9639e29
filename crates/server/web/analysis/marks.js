// Cells marked with a reason: what is drawn on each, what the signs mean, and the reason of the one
// that somebody points at.

import { tidy } from '../board/board.js';
import { paint, tint } from '../board/paint.js';
import { outline, spacing } from '../board/shapes.js';
import { h } from '../parts/dom.js';
import { say } from '../parts/words.js';

/** @import {Overlay} from '../board/board.js' */
/** @import {Child} from '../parts/dom.js' */
/** @import {Geometry, Mark, MarksContent} from '../types.js' */

/** The side a mark belongs to. @param {Mark} mark @param {Geometry} geometry */
const look = ({ side }, geometry) => (side ? geometry.sides[side === 'first' ? 0 : 1] : null);

/** The colour a mark is drawn in: its side's, or that of its sign. @param {Mark} mark @param {Geometry} geometry */
function ink(mark, geometry) {
  const side = look(mark, geometry);
  if (side) return paint(side.paint);
  return mark.sign === 'key' ? 'var(--accent)' : 'var(--ink2)';
}

/** The sign alone, around (0, 0), for cells `unit` apart. @param {Mark} mark @param {Geometry} geometry @param {number} unit @returns {Child} */
function sign(mark, geometry, unit) {
  const colour = ink(mark, geometry);
  const line = { fill: 'none', stroke: colour, 'stroke-linecap': 'round' };
  switch (mark.sign) {
    case 'dead': {
      const r = tidy(unit * 0.17);
      const d = `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`;
      return h('path', { ...line, d, 'stroke-width': tidy(unit * 0.065) });
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
  const side = look(mark, geometry);
  if (mark.sign === 'taken' && side) return tint(side.paint);
  if (mark.sign === 'key') return `color-mix(in oklab,${ink(mark, geometry)} 24%,var(--w1))`;
  return mark.sign === 'dead'
    ? 'color-mix(in oklab,var(--ink) 30%,var(--w3))'
    : 'color-mix(in oklab,var(--ink) 13%,var(--w2))';
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
        {
          class: `mark ${mark.sign}`,
          'data-mark': mark.cell,
          transform: `translate(${tidy(x)} ${tidy(y)}) rotate(${-turn})`,
        },
        sign(mark, geometry, unit),
      ),
    );
  }
  const on = layer.marks.find((mark) => mark.cell === cell);
  const line = { class: 'because', 'stroke-width': tidy(unit * 0.075) };
  for (const i of on?.because ?? [])
    drawn.figures.push(outline(geometry.cells[i].outline, { ...line, 'data-because': i }));
}

/** What a mark is called, with its side. @param {Mark} mark @param {Geometry} geometry */
function called(mark, geometry) {
  const side = look(mark, geometry);
  return side ? `${say(mark.label)} · ${say(side.name)}` : say(mark.label);
}

/** Each kind of mark with its sign, in the order in which they first come. @param {MarksContent} layer @param {Geometry} geometry */
export function marksLegend(layer, geometry) {
  const kinds = new Map(layer.marks.map((mark) => [`${mark.sign} ${called(mark, geometry)}`, mark]));
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
      called(mark, geometry),
    ),
  );
}

/** What a mark says, in words; nothing if the cell has none. @param {MarksContent} layer @param {Geometry} geometry @param {number} cell @returns {[string, string] | null} */
export function toldMark(layer, geometry, cell) {
  const mark = layer.marks.find((one) => one.cell === cell);
  return mark ? [`${geometry.cells[cell].name} · ${say(mark.label)}`, say(mark.reason)] : null;
}
