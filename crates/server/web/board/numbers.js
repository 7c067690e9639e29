// Numbers of plies on the cells where they have ended, and how good a ply was.

import { h } from '../parts/dom.js';
import { tidy, upright } from './board.js';
import { spacing } from './shapes.js';

/** @import {Node} from '../parts/dom.js' */
/** @import {Geometry} from '../types.js' */

/**
 * @param {Geometry} geometry
 * @param {Iterable<[number, number]>} cells each with its number
 * @param {number} turn how the board lies
 * @param {boolean} aside whether they stand at the corner of their cells, and what is there stays to be seen whole
 * @returns {Node[]}
 */
export function numbers(geometry, cells, turn, aside) {
  const unit = spacing(geometry);
  const [away, round] = aside ? [0.3 * unit, 0.14 * unit] : [0, 0.25 * unit];
  return [...cells].map(([cell, n]) => {
    const [x, y] = [geometry.cells[cell].x + away, geometry.cells[cell].y - away];
    const letter = round * (n > 99 ? 0.9 : n > 9 ? 1.1 : 1.25);
    return h(
      'g',
      { class: 'nth', key: `nth${cell}`, transform: upright(geometry.cells[cell].x, geometry.cells[cell].y, turn) },
      h('circle', { class: 'stop', cx: tidy(x), cy: tidy(y), r: tidy(round), 'stroke-width': tidy(unit * 0.018) }),
      h('text', { class: 'figure', x: tidy(x), y: tidy(y + unit * 0.006), 'font-size': tidy(letter) }, String(n)),
    );
  });
}

/** How good the ply was that ended on a cell, at the corner of what stands there. @param {Geometry} geometry @param {number} cell @param {string} sign @param {number} turn */
export function signed(geometry, cell, sign, turn) {
  const unit = spacing(geometry);
  const [x, y] = [geometry.cells[cell].x + 0.36 * unit, geometry.cells[cell].y - 0.36 * unit];
  return h(
    'g',
    { class: 'plysign', key: 'plysign', transform: upright(geometry.cells[cell].x, geometry.cells[cell].y, turn) },
    h('rect', {
      x: tidy(x - 0.24 * unit),
      y: tidy(y - 0.17 * unit),
      width: tidy(0.48 * unit),
      height: tidy(0.34 * unit),
      rx: tidy(0.17 * unit),
      'stroke-width': tidy(unit * 0.03),
    }),
    h('text', { class: 'figure', x: tidy(x), y: tidy(y + unit * 0.01), 'font-size': tidy(unit * 0.27) }, sign),
  );
}
