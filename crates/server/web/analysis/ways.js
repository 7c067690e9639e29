// Ways over the board, numbered in their order: paths from cell to cell, and plies one after another.

import { tidy } from '../board/board.js';
import { paint, tint } from '../board/paint.js';
import { outline, spacing } from '../board/shapes.js';
import { h } from '../parts/dom.js';

/** @import {Overlay} from '../board/board.js' */
/** @import {Child} from '../parts/dom.js' */
/** @import {Geometry, MovesContent, PathsContent} from '../types.js' */

/** What it is drawn on. @typedef {{geometry: Geometry, write: Write}} On */
/** Writes a figure. @typedef {(x: number, y: number, words: string, ink: string, size?: number) => Child} Write */

/**
 * Draws the layer of paths.
 * @param {PathsContent} layer
 * @param {On} on
 * @param {Overlay} drawn
 */
export function drawPaths(layer, { geometry, write }, drawn) {
  const numbered = numbers(geometry, write);
  for (const path of layer.paths) {
    const ends = path.map((cell) => geometry.cells[cell]);
    drawn.figures.push(way(ends, spacing(geometry), 0.05));
    ends.forEach(({ x, y }, n) => drawn.figures.push(numbered(x, y, n + 1)));
  }
}

/**
 * Draws the layer of plies, each where it ends or on its way there.
 * @param {MovesContent} layer
 * @param {On} on
 * @param {Overlay} drawn
 */
export function drawMoves(layer, { geometry, write }, drawn) {
  const numbered = numbers(geometry, write);
  layer.moves.forEach(({ cell, from, side }, n) => {
    const to = geometry.cells[cell];
    const { paint: name } = geometry.sides[side === 'first' ? 0 : 1];
    if (from === undefined) {
      drawn.figures.push(outline(to.outline, { fill: tint(name) }), numbered(to.x, to.y, n + 1, paint(name)));
      return;
    }
    const before = geometry.cells[from];
    drawn.figures.push(
      way([before, to], spacing(geometry), 0.06),
      // Halfway, so that what stands on the two cells stays in sight.
      numbered((before.x + to.x) / 2, (before.y + to.y) / 2, n + 1, paint(name)),
    );
  });
}

/** @param {{x: number, y: number}[]} ends @param {number} unit @param {number} width */
const way = (ends, unit, width) =>
  h('path', {
    d: `M${ends.map(({ x, y }) => `${tidy(x)} ${tidy(y)}`).join('L')}`,
    class: 'way',
    'stroke-width': tidy(unit * width),
    'stroke-dasharray': `${tidy(unit * 0.03)} ${tidy(unit * 0.13)}`,
  });

/** Draws numbers, each with the colour of the side whose it is, if it is one's. @param {Geometry} geometry @param {Write} write */
function numbers(geometry, write) {
  const unit = spacing(geometry);
  return (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ n, /** @type {string | undefined} */ colour = undefined) =>
    h(
      'g',
      null,
      // A side as dark as the wood still shows.
      colour &&
        h('circle', {
          class: 'rim',
          cx: tidy(x),
          cy: tidy(y),
          r: tidy(unit * 0.285),
          style: `fill:color-mix(in oklab,${colour} 55%,var(--ink))`,
        }),
      h('circle', {
        class: 'stop',
        cx: tidy(x),
        cy: tidy(y),
        r: tidy(unit * 0.22),
        'stroke-width': tidy(unit * (colour ? 0.07 : 0.035)),
        ...(colour && { style: `stroke:${colour}` }),
      }),
      write(x, y, String(n), 'var(--ink)', 0.24),
    );
}
