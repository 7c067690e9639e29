// What each ply is worth, on the board: heat where it ends, or an arrow from where its piece comes, for
// all of them; the figure for the few that matter, and for the others when somebody points at them.

import { tidy, upright } from '../board/board.js';
import { heat } from '../board/paint.js';
import { spacing } from '../board/shapes.js';
import { h } from '../parts/dom.js';
import { say } from '../parts/words.js';

/** @import {Overlay} from '../board/board.js' */
/** @import {Child} from '../parts/dom.js' */
/** @import {Geometry, LabelsContent, PlyLabel} from '../types.js' */
/** @import {Handle} from '../parts/wire.js' */

/** @typedef {'none' | 'few' | 'all'} Figures which figures are written */

/** Up to so many plies all have their figure. */
export const ALL = 9;
/** Of more plies so many have: the best and those near it. */
const FEW = 4;
/** What is near the best, as a part of the way from the worst to the best. */
const NEAR = 0.25;
/** The exponent that heat is drawn with: most moves are nearly as good as the best, and only few stand out. */
export const CURVE = 3;
/** So many ways are drawn as arrows: more would be a thicket. */
const ARROWS = 8;
/** Nothing on the board is written smaller, in pixels. */
export const LEAST = 10;

/** The cell that shows a ply. @param {Handle | undefined} handle */
export function landing(handle) {
  if (!handle || handle.kind === 'press') return undefined;
  return handle.kind === 'path' ? handle.cells.at(-1) : handle.lands;
}

/** The column a ply belongs to, if all the cells that mean it stand in one. @param {Geometry} geometry @param {Handle} handle */
export function column(geometry, handle) {
  if (handle.kind !== 'tap' || handle.cells.length < 2) return undefined;
  const { x } = geometry.cells[handle.cells[0]];
  return handle.cells.every((i) => Math.abs(geometry.cells[i].x - x) < 0.5) ? x : undefined;
}

/** How much larger than drawn a word under a column must be to be read, or smaller not to shout. @param {Geometry} geometry @param {number} scale */
const magnify = (geometry, scale) =>
  Math.min(Math.max(Math.min(1, 16 / (13 * scale)), 11 / (13 * scale)), spacing(geometry) / 43);

/** Units kept below a board for what is written under its columns. @param {Geometry} geometry @param {number} scale */
export const room = (geometry, scale) => 12 + 26 * magnify(geometry, scale);

/** From one line below a board to the next. @param {Geometry} geometry @param {number} scale */
export const lineOf = (geometry, scale) => 24 * magnify(geometry, scale);

/** How good each ply is, from the worst of them, 0, to the best, 1. @param {PlyLabel[]} plies @returns {(entry: PlyLabel) => number} */
export function ranked(plies) {
  const values = plies.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return ({ value }) => (high - low < 1e-9 ? 0.5 : (value - low) / (high - low));
}

/** Whether a ply is only known to be no better than its figure: there is heat for that. @param {PlyLabel} entry */
const onlyBound = ({ label }) => label.id.startsWith('label-at-most');

/** The plies that matter: the best, and the few that come near it. @param {PlyLabel[]} plies */
export function mattering(plies) {
  if (plies.length <= ALL) return new Set(plies.filter((entry) => entry.best || !onlyBound(entry)));
  const rank = ranked(plies);
  const good = [...plies].sort((a, b) => Number(b.best) - Number(a.best) || b.value - a.value);
  const near = good.filter((entry) => entry.best || rank(entry) >= 1 - NEAR);
  // Where very many are as good as the best, none of them stands out but the best.
  return new Set(near.length > 3 * FEW ? good.filter(({ best }) => best) : near.slice(0, FEW));
}

/**
 * @param {LabelsContent} layer
 * @param {object} on
 * @param {Geometry} on.geometry
 * @param {Handle[]} on.handles
 * @param {Figures} on.figures
 * @param {number} [on.turn]
 * @param {number} on.scale pixels for each unit
 * @param {number} on.cell the cell somebody points at; -1 is none
 * @param {(ply: string) => void} [on.pick] called with a ply whose label is pressed
 * @param {string} [on.whose] who says so, where several do
 * @param {number} [on.line] which of several lines below columns this is
 * @param {Overlay} drawn
 */
export function drawLabels(layer, on, drawn) {
  const { geometry, handles, figures, turn, scale, cell, pick, whose, line = 0 } = on;
  const unit = spacing(geometry);
  const byPly = new Map(handles.map((handle) => [handle.ply, handle]));
  const known = layer.plies.filter(({ move }) => byPly.has(move));
  const rank = ranked(known);
  const few = figures === 'all' ? new Set(known) : mattering(known);
  const at = (/** @type {number} */ i) => geometry.cells[i];
  // The best come first and are drawn last, above the others.
  const order = [...known].sort((a, b) => Number(a.best) - Number(b.best) || a.value - b.value);
  const ways = order.filter(({ move }) => byPly.get(move)?.kind === 'path');
  const pointed = (/** @type {PlyLabel} */ { move }) => {
    const handle = byPly.get(move);
    return cell >= 0 && (landing(handle) === cell || (handle?.kind === 'path' && handle.cells[0] === cell));
  };
  const shown = ways.some(pointed) ? ways.filter(pointed) : figures === 'all' ? ways : ways.slice(-ARROWS);
  /** @type {Child[]} */
  const tags = [];
  /** What is written on arrows, the best last. @type {{entry: PlyLabel, x: number, y: number}[]} */
  const onWays = [];
  /** What is written on cells, the best last. @type {{entry: PlyLabel, x: number, y: number}[]} */
  const onCells = [];
  const written = new Set();
  for (const entry of order) {
    const handle = /** @type {Handle} */ (byPly.get(entry.move));
    const x = column(geometry, handle);
    const lands = landing(handle);
    if (x !== undefined) {
      drawn.below.push(tag(entry, x, below(), magnify(geometry, scale), 0.96));
    } else if (lands !== undefined && handle.kind === 'path') {
      if (!shown.includes(entry)) continue;
      drawn.links.push(arrow(handle.cells, rank(entry), entry.best));
      if (!pointed(entry) && (!few.has(entry) || figures === 'none')) continue;
      // On the way and not at its end: several ways may end there.
      const [from, to] = [at(handle.cells[handle.cells.length - 2]), at(lands)];
      onWays.push({ entry, x: from.x + (to.x - from.x) * 0.62, y: from.y + (to.y - from.y) * 0.62 });
    } else if (lands !== undefined && !written.has(lands)) {
      if (known.length > ALL) drawn.fills.set(lands, heat(rank(entry) ** CURVE));
      if (!pointed(entry) && (!few.has(entry) || (figures === 'none' && known.length > ALL))) continue;
      written.add(lands);
      onCells.push({ entry, ...at(lands) });
    }
  }
  if (whose && drawn.below.length) {
    const [x, y] = [Math.min(...geometry.cells.map((one) => one.x)) - unit * 0.62, below()];
    drawn.below.push(h('text', { class: 'teller', x: tidy(x), y: tidy(y), 'font-size': tidy(11 * magnify(geometry, scale)) }, whose));
  }
  // A figure gives way to that of a better move.
  for (const [i, { entry, x, y }] of onWays.entries()) {
    const covers = (/** @type {{x: number, y: number}} */ other) =>
      Math.abs(other.x - x) < 62 * size() && Math.abs(other.y - y) < 20 * size();
    if (pointed(entry) || !onWays.slice(i + 1).some(covers)) tags.push(tag(entry, x, y, size(), 1.3));
  }
  for (const [i, { entry, x, y }] of onCells.entries()) {
    const wide = (/** @type {PlyLabel} */ one) => (say(one.label).length * 6.2 + 4) * (LEAST / 10 / scale);
    const covers = (/** @type {{entry: PlyLabel, x: number, y: number}} */ other) =>
      Math.abs(other.x - x) < Math.max(unit * 0.98, (wide(entry) + wide(other.entry)) / 2) - 0.1 && Math.abs(other.y - y) < 20 * size();
    // Whoever asks for all of them gets all.
    if (figures === 'all' || pointed(entry) || !onCells.slice(i + 1).some(covers)) tags.push(tag(entry, x, y, size(), 0.98));
  }
  drawn.figures.push(...tags);

  /** Where what is written under columns stands. */
  function below() {
    return geometry.view[1] + geometry.view[3] + room(geometry, scale) / 2 - 5 + line * lineOf(geometry, scale);
  }

  /** How large a tag is: as the board, but never too small to be read. */
  function size() {
    return Math.max(Math.min(unit / 54, 15 / (13 * scale)), LEAST / (13 * scale));
  }

  /** The way of a ply: its weight and heat say how good it is. @param {number[]} cells @param {number} good @param {boolean} best */
  function arrow(cells, good, best) {
    const points = cells.map((i) => [at(i).x, at(i).y]);
    const [from, to] = [points[points.length - 2], points[points.length - 1]];
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [ux, uy] = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
    const wide = unit * (0.05 + 0.09 * good);
    const head = unit * 0.2 + wide;
    const tip = [to[0] - ux * unit * 0.12, to[1] - uy * unit * 0.12];
    points[points.length - 1] = tip;
    const wing = (/** @type {number} */ side) =>
      `${tidy(tip[0] - ux * head - side * uy * head * 0.6)} ${tidy(tip[1] - uy * head + side * ux * head * 0.6)}`;
    const d = `M${points.map(([x, y]) => `${tidy(x)} ${tidy(y)}`).join('L')}M${wing(1)}L${tidy(tip[0])} ${tidy(tip[1])}L${wing(-1)}`;
    return h(
      'g',
      { class: `choiceway${best ? ' best' : ''}` },
      h('path', { class: 'halo', d, 'stroke-width': tidy(wide + unit * 0.07) }),
      h('path', { d, 'stroke-width': tidy(wide), style: `stroke:${heat(0.3 + 0.65 * good)}` }),
    );
  }

  /** What is written at a ply: filled for a proved win, outlined in words' colour otherwise. @param {PlyLabel} entry @param {number} x @param {number} y @param {number} k @param {number} most of a cell's width */
  function tag(entry, x, y, k, most) {
    const words = say(entry.label);
    const kind = entry.proved ?? 'guess';
    const w = Math.min(Math.max(40, words.length * 8.4 + 10) * k, Math.max(unit * most, (words.length * 6.2 + 4) * (LEAST / 10 / scale)));
    const font = Math.max(Math.min(13 * k, (w - 6 * k) / (words.length * 0.64)), LEAST / scale);
    return h(
      'g',
      {
        class: `tag ${kind}${entry.best ? ' best' : ''}${pick ? ' pick' : ''}`,
        'data-ply': entry.move,
        transform: upright(x, y, turn),
        onclick: pick ? () => pick(entry.move) : null,
      },
      h('rect', {
        x: tidy(x - w / 2),
        y: tidy(y - 11 * k),
        width: tidy(w),
        height: tidy(22 * k),
        rx: tidy(5 * k),
        'stroke-width': tidy((entry.best ? 2.2 : 1.3) * k),
      }),
      h('text', { x: tidy(x), y: tidy(y + 0.5 * k), 'font-size': tidy(font) }, words),
    );
  }
}
