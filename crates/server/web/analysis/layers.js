// Draws the layers of a thought on the board, with their legends and their twins as tables.

import { tidy, upright } from '../board/board.js';
import { dark, heat, inkOn, paint, sideHeat } from '../board/paint.js';
import { spacing } from '../board/shapes.js';
import { columnHeads, h, once } from '../parts/dom.js';
import { evened, figure, language, say, t } from '../parts/words.js';
import { ALL, CURVE, LEAST, drawLabels } from './labels.js';
import { drawLinks } from './links.js';
import { drawMarks, marksLegend } from './marks.js';
import { capsules } from './spans.js';
import { drawTrails } from './trails.js';
import { about, brief } from './value.js';
import { drawMoves, drawPaths } from './ways.js';

/** @import {Overlay} from '../board/board.js' */
/** @import {Child} from '../parts/dom.js' */
/** @import {Geometry, HeatContent, LabelsContent, Layer, PlyValue, Side, Thought} from '../types.js' */
/** @import {Handle} from '../parts/wire.js' */
/** @import {Figures} from './labels.js' */

/** The part of a layer that belongs to a side, or all of it. @param {Layer} layer @param {Side | null} side @returns {Layer} */
export function ofSide(layer, side) {
  if (side && layer.kind === 'links')
    return { ...layer, links: layer.links.filter((link) => link.side === side) };
  if (side && layer.kind === 'marks')
    return { ...layer, marks: layer.marks.filter((mark) => mark.side === side || !mark.side) };
  return layer;
}

/** Whether a layer speaks of both sides, so that one may want to see only one of them. @param {Layer} layer */
export function bothSides(layer) {
  const all = layer.kind === 'links' ? layer.links : layer.kind === 'marks' ? layer.marks : [];
  return ['first', 'second'].every((side) => all.some((one) => one.side === side));
}

/** Whether a layer is drawn on the board, not beside it. @param {Layer} layer */
export const onBoard = ({ kind }) =>
  ['heat', 'trails', 'labels', 'links', 'marks', 'paths', 'moves', 'spans'].includes(kind);

/** Tables of more columns than these are written small. */
const MANY = 5;

/** @param {Side} side */
const index = (side) => (side === 'first' ? 0 : 1);

/**
 * @param {Layer} layer
 * @param {object} on
 * @param {Geometry} on.geometry
 * @param {Handle[]} on.handles
 * @param {number[]} on.taken cells with a piece, on which no figure is written
 * @param {Figures} on.figures which figures are written
 * @param {number} [on.turn] how the board lies
 * @param {number} [on.scale] pixels for each unit
 * @param {number} [on.cell] the cell somebody points at; -1 is none
 * @param {number | null} [on.row] the only row of a table to be drawn
 * @param {number} [on.frame] the time that is shown of a layer that has several; the last is now
 * @param {(ply: string) => void} [on.pick] called with a ply whose label is pressed
 * @param {string} [on.whose] whose layer it is, where there are several
 * @param {number} [on.line] which of several lines below columns it is
 * @returns {Overlay}
 */
export function overlay(layer, on) {
  const { geometry, handles, figures, turn, scale = 1, cell: pointed = -1, row = null, frame, pick, whose, line } = on;
  /** @type {Overlay} */
  const drawn = { fills: new Map(), under: [], links: [], figures: [], below: [] };
  const unit = spacing(geometry);
  const write = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {string} */ words,
    /** @type {string} */ ink,
    size = 0.27,
    key = /** @type {number | undefined} */ (undefined),
  ) =>
    h(
      'text',
      {
        class: 'figure',
        key,
        x: tidy(x),
        y: tidy(y),
        style: `fill:${ink}`,
        transform: upright(x, y, turn),
        'font-size': tidy(
          Math.max(Math.min(unit * size, (unit * 0.9) / Math.max(1, words.length * 0.55)), LEAST / scale),
        ),
      },
      words,
    );

  switch (layer.kind) {
    case 'heat':
      drawHeat(layer, { geometry, taken: on.taken, figures, turn, scale, cell: pointed, write }, drawn);
      break;
    case 'trails':
      drawTrails(layer, { geometry, taken: on.taken, figures: figures !== 'none', frame: frame ?? layer.frames.length - 1, write }, drawn);
      break;
    case 'links':
      drawLinks(layer, { geometry, taken: on.taken, cell: pointed, row, write }, drawn);
      break;
    case 'marks':
      drawMarks(layer, { geometry, cell: pointed, turn }, drawn);
      break;
    case 'paths':
      drawPaths(layer, { geometry, write }, drawn);
      break;
    case 'moves':
      drawMoves(layer, { geometry, write }, drawn);
      break;
    case 'spans':
      drawn.figures.push(...capsules(layer, geometry, row));
      break;
    case 'labels':
      drawLabels(layer, { geometry, handles, figures, turn, scale, cell: pointed, pick, whose, line }, drawn);
      break;
  }
  return drawn;
}

/**
 * Draws the layer of heat.
 * @param {HeatContent} layer
 * @param {{geometry: Geometry, taken: number[], figures: Figures, turn?: number, scale: number, cell: number, write: (x: number, y: number, words: string, ink: string, size?: number, key?: number) => Child}} on
 * @param {Overlay} drawn
 */
function drawHeat(layer, { geometry, taken, figures, turn, scale, cell: pointed, write }, drawn) {
  const unit = spacing(geometry);
  const under = new Set(taken);
  const top = Math.max(...layer.cells.map((warm) => warm.heat));
  const how = [turn, scale, dark(), language()].join(' ');
  for (const entry of layer.cells) {
    const { cell, heat: warmth } = entry;
    const colour = once(entry, 'colour', layer.side ?? '', () => warm(geometry, layer, warmth));
    drawn.fills.set(cell, colour);
    const words = said(entry);
    // Where a figure would be too small to read, heat says enough until somebody points there.
    const fits = words.length * 0.55 * LEAST < unit * 0.95 * scale;
    const matters = figures === 'all' || (figures === 'few' && warmth > 0.3 * top);
    const { x, y } = geometry.cells[cell];
    if (!under.has(cell) && (cell === pointed || (matters && fits)))
      drawn.figures.push(once(entry, 'figure', how, () => write(x, y, words, inkOn(colour), undefined, cell)));
  }
}

/** What a cell of a heat says. @param {HeatContent['cells'][number]} entry */
export const said = (entry) => once(entry, 'words', language(), () => say(entry.label));

/** What each ply is worth, as the thought's own labels, or made from its candidates. @param {Thought} thought @returns {Layer | null} */
export function scoresOf(thought) {
  const own = thought.layers.find((layer) => layer.kind === 'labels');
  if (own || !thought.candidates.length) return own ?? null;
  const title = { id: 'page-scores' };
  const label = (/** @type {PlyValue} */ entry) => ({ id: 'verbatim', args: { words: about(entry) } });
  const plies = thought.candidates.map((entry) => ({
    ...entry,
    label: label(entry),
    best: entry.move === thought.move,
  }));
  return { id: 'scores', title, sentence: title, kind: 'labels', plies };
}

/** Two layers on one board. @param {Overlay | undefined} one @param {Overlay | undefined} other @returns {Overlay | undefined} */
export const together = (one, other) =>
  one && other
    ? {
        // Two heats on one board would say nothing.
        fills: one.fills.size ? one.fills : other.fills,
        under: [...one.under, ...other.under],
        links: [...one.links, ...other.links],
        figures: [...one.figures, ...other.figures],
        below: [...one.below, ...other.below],
      }
    : (one ?? other);

/** @param {Geometry} geometry @param {HeatContent} layer @param {number} warmth */
function warm(geometry, layer, warmth) {
  const v = Math.max(0, warmth) ** (layer.curve || 1);
  return layer.side ? sideHeat(geometry.sides[index(layer.side)].paint, v) : heat(v);
}

/** The scale of values that are drawn as heat, from the worst to the best. @param {LabelsContent} layer */
function ramp({ plies }) {
  const sorted = [...plies].sort((a, b) => a.value - b.value);
  const stops = [0, 0.25, 0.5, 0.75, 0.9, 1].map((v) => `${heat(v ** CURVE)} ${v * 100}%`);
  return h(
    'div',
    { class: 'scale' },
    h('div', { class: 'ramp', style: `background:linear-gradient(90deg,${stops.join(',')})` }),
    h('span', { class: 'rampn' }, h('span', null, say(sorted[0].label)), h('span', null, say(sorted[sorted.length - 1].label))),
  );
}

/** What the drawing means: the true scale of a heat, the kinds of line. @param {Layer} layer @param {Geometry} geometry */
export function legend(layer, geometry) {
  if (layer.kind === 'heat') {
    const stops = [0, 0.03, 0.1, 0.2, 0.35, 0.5, 0.75, 1].map(
      (v) => `${warm(geometry, layer, v)} ${v * 100}%`,
    );
    return h(
      'div',
      { class: 'scale' },
      h('div', { class: 'ramp', style: `background:linear-gradient(90deg,${stops.join(',')})` }),
      h('span', { class: 'rampn' }, h('span', null, say(layer.low)), h('span', null, say(layer.high))),
    );
  }
  if (layer.kind === 'trails') {
    const stops = [0, 1, 2, 3, 4, 5, 6].map((tone) => heat(tone / 6));
    return h(
      'div',
      { class: 'scale' },
      h('div', { class: 'ramp', style: `background:linear-gradient(90deg,${stops.join(',')})` }),
      h('span', { class: 'rampn' }, h('span', null, figure(layer.low, 2)), h('span', null, figure(layer.high, 2))),
    );
  }
  if (layer.kind === 'links') {
    const line = (/** @type {boolean} */ semi, /** @type {number} */ side) =>
      h(
        'svg',
        { viewBox: '0 0 34 14', 'aria-hidden': 'true' },
        h('path', {
          d: 'M3 7h28',
          class: `link${semi ? ' semi' : ''}`,
          'stroke-width': 4,
          style: `stroke:${paint(geometry.sides[side].paint)}`,
        }),
      );
    const drawn = (/** @type {boolean} */ semi, /** @type {number} */ side) =>
      layer.links.some((link) => link.semi === semi && index(link.side) === side);
    return [false, true]
      .filter((semi) => layer.links.some((link) => link.semi === semi))
      .map((semi) =>
        h(
          'span',
          null,
          [0, 1].filter((side) => drawn(semi, side)).map((side) => line(semi, side)),
          say(semi ? layer.semi : layer.whole),
        ),
      );
  }
  if (layer.kind === 'marks') return marksLegend(layer, geometry);
  if (layer.kind === 'labels') {
    const kinds = /** @type {Set<string>} */ (new Set(layer.plies.map(({ proved }) => proved ?? 'guess')));
    const key = (/** @type {string} */ kind) =>
      h(
        'span',
        null,
        h(
          'svg',
          { viewBox: '0 0 34 14', 'aria-hidden': 'true' },
          h(
            'g',
            { class: `tag ${kind}` },
            h('rect', { x: 4, y: 1, width: 26, height: 12, rx: 3, 'stroke-width': 1.3 }),
          ),
        ),
        t('page-tag', { kind }),
      );
    const all = ['win', 'draw', 'loss', 'guess'].filter((kind) => kinds.has(kind)).map(key);
    return layer.plies.length > ALL ? [ramp(layer), ...all] : all;
  }
  if (layer.kind === 'spans')
    return h(
      'span',
      null,
      h(
        'svg',
        { viewBox: '0 0 34 14', 'aria-hidden': 'true' },
        h('rect', { class: 'span-key', x: 2, y: 2, width: 30, height: 10, rx: 5, 'stroke-width': 1.8 }),
      ),
      t('page-spans-key'),
    );
  return [];
}

/** The layer as a table, for those who cannot see the drawing or want the figures. @param {Layer} layer @param {Geometry} geometry */
export function twin(layer, geometry) {
  const name = (/** @type {number} */ i) => geometry.cells[i].name;
  /** @type {string[]} */
  let head;
  /** @type {Child[][]} */
  let rows;
  switch (layer.kind) {
    case 'heat':
      head = [t('page-cell'), say(layer.title)];
      rows = [...layer.cells]
        .sort((a, b) => b.heat - a.heat)
        .map(({ cell, label }) => [name(cell), say(label)]);
      break;
    case 'trails':
      head = [t('page-move'), say(layer.title)];
      rows = layer.plies.map(({ move }, i) => [move, figure(layer.frames[layer.frames.length - 1].figures[i], 2)]);
      break;
    case 'marks':
      head = [t('page-cell'), say(layer.title), t('page-side'), t('page-mark-why')];
      rows = layer.marks.map(({ cell, label, side, reason }) => [
        name(cell),
        say(label),
        side ? say(geometry.sides[index(side)].name) : '',
        say(reason),
      ]);
      break;
    case 'labels':
      head = [t('page-move'), say(layer.title), t('page-value')];
      rows = layer.plies.map((entry) => [entry.move, say(entry.label), brief(entry)]);
      break;
    case 'spans':
      head = layer.columns.map(say);
      rows = layer.rows.map((row) => row.texts.map(say));
      break;
    case 'moves':
      head = [t('page-move'), t('page-side'), t('page-cell')];
      rows = layer.moves.map(({ cell, side }, n) => [
        String(n + 1),
        say(geometry.sides[index(side)].name),
        name(cell),
      ]);
      break;
    case 'paths':
      head = [say(layer.title)];
      rows = layer.paths.map((path) => [path.map(name).join(' ')]);
      break;
    default:
      return null;
  }
  return table(head, rows, say(layer.title));
}

/** @param {string[]} head @param {Child[][]} words @param {string} title */
export function table(head, words, title) {
  const { rows, figures } = evened(words);
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title },
    h(
      'table',
      { class: head.length > MANY ? 'tb dense' : 'tb' },
      columnHeads(head, figures),
      h(
        'tbody',
        null,
        rows.map((row) =>
          h(
            'tr',
            null,
            row.map((cell, i) => h('td', { class: figures[i] ? 'r' : null }, cell)),
          ),
        ),
      ),
    ),
  );
}
