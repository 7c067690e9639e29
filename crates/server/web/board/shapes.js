// Outlines, pieces and the measures of a board, as drawings.

import { h } from '../parts/dom.js';
import { paint } from './paint.js';

/** @import {Form, Geometry, Piece, Shape} from '../types.js' */

/** @param {Form} form @param {Record<string, any>} props */
export function outline(form, props) {
  switch (form.form) {
    case 'circle':
      return h('circle', { cx: form.x, cy: form.y, r: form.r, ...props });
    case 'rect':
      return h('rect', { x: form.x, y: form.y, width: form.w, height: form.h, rx: form.r || null, ...props });
    case 'path':
      return h('path', { d: form.d, ...props });
  }
}

/** @param {Shape} shape */
export const shape = (shape) =>
  outline(shape, {
    fill: shape.fill ? paint(shape.fill) : 'none',
    stroke: shape.stroke ? paint(shape.stroke) : null,
    'stroke-width': shape.stroke ? shape.width : null,
    'stroke-linejoin': shape.stroke && 'round',
    'stroke-linecap': shape.stroke && 'round',
  });

/** @param {Piece} piece */
export const pieceShapes = (piece) => piece.shapes.map(shape);

/** A piece beside a name. @param {Geometry} geometry @param {number} index @param {string} [cls] @param {number} [turn] how the board lies */
export function pieceIcon(geometry, index, cls = 'stone', turn = 0) {
  const r = Math.max(...geometry.pieces.map(extent)) + 1.5;
  const turns = turn % 180 !== 0 || (turn !== 0 && geometry.pieces[index].points);
  return h(
    'svg',
    { class: cls, viewBox: `${-r} ${-r} ${2 * r} ${2 * r}`, 'aria-hidden': 'true' },
    h('g', { transform: turns ? `rotate(${turn})` : null }, pieceShapes(geometry.pieces[index])),
  );
}

/** How far a piece reaches from its middle. @param {Piece} piece */
function extent(piece) {
  return Math.max(
    ...piece.shapes.map((shape) => {
      const line = shape.stroke ? shape.width / 2 : 0;
      if (shape.form === 'circle') return Math.max(Math.abs(shape.x), Math.abs(shape.y)) + shape.r + line;
      if (shape.form === 'rect')
        return Math.max(-shape.x, -shape.y, shape.x + shape.w, shape.y + shape.h) + line;
      const [left, top, right, bottom] = pathBounds(shape.d) ?? [-20, -20, 20, 20];
      return Math.max(-left, -top, right, bottom) + line;
    }),
  );
}

/** The points of a path; nothing if it has curves. @param {string} d @returns {[number, number][] | undefined} */
function pathPoints(d) {
  /** @type {[number, number][]} */
  const points = [];
  /** @type {[number, number]} */
  let at = [0, 0];
  for (const [, command, rest] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const relative = command === command.toLowerCase();
    switch (command.toUpperCase()) {
      case 'H':
        at = [numbers[0] + (relative ? at[0] : 0), at[1]];
        break;
      case 'V':
        at = [at[0], numbers[0] + (relative ? at[1] : 0)];
        break;
      case 'Z':
        break;
      case 'A':
        return undefined;
      default: {
        const from = at;
        for (let i = 0; i + 1 < numbers.length; i += 2) {
          at = [numbers[i] + (relative ? from[0] : 0), numbers[i + 1] + (relative ? from[1] : 0)];
          points.push(at);
        }
      }
    }
    points.push(at);
  }
  return points.length ? points : undefined;
}

/** @param {string} d @returns {[number, number, number, number] | undefined} left, top, right, bottom of a path in absolute words */
function pathBounds(d) {
  const points = pathPoints(d);
  if (!points) return undefined;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** What a form reaches: points, and how far around each. @param {Form} form @param {number} line half the width of its line @returns {[number, number, number][]} */
function reach(form, line) {
  if (form.form === 'circle') return [[form.x, form.y, form.r + line]];
  if (form.form === 'path') return (pathPoints(form.d) ?? []).map(([x, y]) => [x, y, line]);
  const { x, y, w, h: tall } = form;
  return [
    [x, y, line],
    [x + w, y, line],
    [x, y + tall, line],
    [x + w, y + tall, line],
  ];
}

/** A point of the board where it lies when the board is turned around (0, 0). @param {number} x @param {number} y @param {number} degrees @returns {[number, number]} */
export function turnPoint(x, y, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
}

/** @type {WeakMap<Geometry, Map<number, [number, number, number, number]>>} */
const turnedBoxes = new WeakMap();

/** Left, top, width and height of a board with its letters when it is turned. @param {Geometry} geometry @param {number} degrees @returns {[number, number, number, number]} */
export function turnedBox(geometry, degrees) {
  const known = turnedBoxes.get(geometry) ?? new Map();
  turnedBoxes.set(geometry, known);
  let box = known.get(degrees);
  if (!box) {
    const letter = spacing(geometry) * 0.3;
    const all = [
      ...geometry.cells.flatMap((cell) => reach(cell.outline, 0)),
      ...geometry.ground.flatMap((form) => reach(form, form.stroke ? form.width / 2 : 0)),
      ...geometry.labels.map(({ x, y }) => [x, y, letter]),
    ].map(([x, y, around]) => ({ at: turnPoint(x, y, degrees), around: around + 2 }));
    const left = Math.min(...all.map(({ at, around }) => at[0] - around));
    const top = Math.min(...all.map(({ at, around }) => at[1] - around));
    const right = Math.max(...all.map(({ at, around }) => at[0] + around));
    const bottom = Math.max(...all.map(({ at, around }) => at[1] + around));
    box = [left, top, right - left, bottom - top];
    known.set(degrees, box);
  }
  return box;
}

/** @type {WeakMap<Geometry, [number, number, number, number]>} */
const boxes = new WeakMap();

/** Left, top, width and height of the board without its letters. @param {Geometry} geometry */
export function bounds(geometry) {
  const box = boxes.get(geometry) ?? around(geometry);
  boxes.set(geometry, box);
  return box;
}

/** @param {Geometry} geometry @returns {[number, number, number, number]} */
function around(geometry) {
  let box = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (/** @type {Form} */ form, /** @type {number} */ line) => {
    const at =
      form.form === 'circle'
        ? [form.x - form.r, form.y - form.r, form.x + form.r, form.y + form.r]
        : form.form === 'rect'
          ? [form.x, form.y, form.x + form.w, form.y + form.h]
          : pathBounds(form.d);
    if (at)
      box = [
        Math.min(box[0], at[0] - line),
        Math.min(box[1], at[1] - line),
        Math.max(box[2], at[2] + line),
        Math.max(box[3], at[3] + line),
      ];
  };
  for (const cell of geometry.cells) add(cell.outline, 0);
  for (const shape of geometry.ground) add(shape, shape.stroke ? shape.width / 2 : 0);
  return [box[0] - 1, box[1] - 1, box[2] - box[0] + 2, box[3] - box[1] + 2];
}

/** @type {WeakMap<Geometry, number>} */
const spacings = new WeakMap();

/** The distance from a cell to its nearest neighbour, or the side of a square cell whose neighbours touch it only at corners. @param {Geometry} geometry */
export function spacing(geometry) {
  let least = spacings.get(geometry);
  if (least === undefined) {
    least = Infinity;
    for (const [i, one] of geometry.cells.entries()) {
      if (one.outline.form === 'rect') least = Math.min(least, one.outline.w);
      for (const other of geometry.cells.slice(i + 1))
        least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
    }
    if (!Number.isFinite(least)) least = 60;
    spacings.set(geometry, least);
  }
  return least;
}
