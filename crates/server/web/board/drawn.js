// What people have drawn on a board: coloured cells, circles, squares, triangles, crosses, words, arrows.

import { h } from '../parts/dom.js';
import { tidy, upright } from './board.js';
import { outline, spacing } from './shapes.js';

/** @import {Child} from '../parts/dom.js' */
/** @import {DrawnMark, Geometry} from '../types.js' */

/**
 * Marks as drawing: what lies under the pieces, and what lies over them.
 * @param {Geometry} geometry
 * @param {DrawnMark[]} marks
 * @param {number} [turn] how the board lies
 * @returns {{under: Child[], over: Child[]}}
 */
export function drawn(geometry, marks, turn) {
  const there = marks.filter((mark) =>
    mark.shape === 'arrow' ? geometry.cells[mark.from] && geometry.cells[mark.to] : geometry.cells[mark.cell],
  );
  const cells = there.flatMap((mark) => (mark.shape === 'cell' ? [mark] : []));
  return {
    under: cells.map(({ cell, colour = 'green' }) =>
      outline(geometry.cells[cell].outline, { class: `drawn fill ${colour}` }),
    ),
    over: there.filter(({ shape }) => shape !== 'cell').map((mark) => shape(geometry, mark, turn)),
  };
}

/** @param {Geometry} geometry @param {DrawnMark} mark @param {number | undefined} turn @returns {Child} */
function shape(geometry, mark, turn) {
  const unit = spacing(geometry);
  const cls = `drawn ${mark.colour ?? 'green'}`;
  if (mark.shape === 'arrow') return arrow(geometry, mark.from, mark.to, cls);
  const { x, y } = geometry.cells[mark.cell];
  const at = `translate(${tidy(x)} ${tidy(y)}) scale(${tidy(unit)})`;
  switch (mark.shape) {
    case 'circle':
      return h('circle', { class: cls, transform: at, r: 0.4, 'stroke-width': 0.08 });
    case 'label':
      return h(
        'text',
        { class: `${cls} word`, x: tidy(x), y: tidy(y), 'font-size': tidy(unit * 0.42), transform: upright(x, y, turn) },
        mark.words,
      );
    default: {
      const d = {
        square: 'M-.3-.3h.6v.6h-.6z',
        triangle: 'M0-.36L.32.2h-.64z',
        cross: 'M-.26-.26l.52.52M.26-.26l-.52.52',
        cell: '',
      }[mark.shape];
      return h('path', { class: cls, transform: at, d, 'stroke-width': 0.08 });
    }
  }
}

/** @param {Geometry} geometry @param {number} from @param {number} to @param {string} cls */
function arrow(geometry, from, to, cls) {
  const unit = spacing(geometry);
  const [one, other] = [geometry.cells[from], geometry.cells[to]];
  const far = Math.hypot(other.x - one.x, other.y - one.y) || 1;
  const [ux, uy] = [(other.x - one.x) / far, (other.y - one.y) / far];
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${tidy(one.x + ux * along - uy * across)} ${tidy(one.y + uy * along + ux * across)}`;
  const [tip, head, half] = [far - unit * 0.1, Math.max(far - unit * 0.44, unit * 0.1), unit * 0.19];
  const d = `M${at(Math.min(unit * 0.28, head / 2), 0)}L${at(head, 0)}`;
  return h(
    'g',
    { class: `${cls} arrow` },
    h('path', { d, 'stroke-width': tidy(unit * 0.13) }),
    h('path', { class: 'tip', d: `M${at(tip, 0)}L${at(head, half)}L${at(head, -half)}z` }),
  );
}
