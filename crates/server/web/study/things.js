// What a story draws on the board, drawn as layers are, and what is said of what somebody points at.

import { overlay } from '../analysis/layers.js';
import { linkAt } from '../analysis/links.js';
import { h } from '../parts/dom.js';

/** @import {Overlay} from '../board/board.js' */
/** @import {Drawn, Geometry, Layer, Side} from '../types.js' */
/** @import {Tale} from './tale.js' */

const NAMELESS = { id: 'verbatim', args: { words: '' } };

/** Things of one look as layers. @param {Drawn[]} things @returns {Layer[]} */
function layers(things) {
  const title = { id: 'story', title: NAMELESS, sentence: NAMELESS };
  /** @type {Layer[]} */
  const all = [];
  const of = (/** @type {string} */ look) => things.filter((thing) => thing.look === look);
  const warm = /** @type {Extract<Drawn, {look: 'warm'}>[]} */ (of('warm'));
  for (const side of /** @type {(Side | null)[]} */ ([null, 'first', 'second'])) {
    const cells = warm.filter((one) => one.side === side);
    if (cells.length) all.push({ ...title, kind: 'heat', cells, side, low: NAMELESS, high: NAMELESS, curve: 1 });
  }
  const marks = /** @type {Extract<Drawn, {look: 'mark'}>[]} */ (of('mark'));
  if (marks.length) all.push({ ...title, kind: 'marks', marks });
  const trails = /** @type {Extract<Drawn, {look: 'trail'}>[]} */ (of('trail'));
  if (trails.length)
    all.push({
      ...title,
      kind: 'trails',
      plies: trails.map(({ cells, label }) => ({ move: '', cells, label })),
      frames: [{ label: NAMELESS, figures: trails.map(({ heat }) => heat) }],
      low: 0,
      high: 1,
    });
  const links = /** @type {Extract<Drawn, {look: 'link'}>[]} */ (of('link'));
  // What is short and holds is never hidden under what is long or only one ply short.
  links.sort((one, other) => Number(other.semi) - Number(one.semi) || other.carrier.length - one.carrier.length);
  if (links.length) all.push({ ...title, kind: 'links', links, whole: NAMELESS, semi: NAMELESS });
  const spans = /** @type {Extract<Drawn, {look: 'span'}>[]} */ (of('span'));
  if (spans.length)
    all.push({ ...title, kind: 'spans', move: '', columns: [], rows: spans.map(({ cells }) => ({ texts: [], spans: [cells] })) });
  return all;
}

/**
 * What is drawn on the board at a moment. What is stressed, or chosen with all it was made from, lies on
 * top, and the rest steps back.
 * @param {Tale} tale
 * @param {number} at
 * @param {number | null} chosen
 * @param {{geometry: Geometry, taken: number[], turn: number, scale: number, figures: import('../analysis/labels.js').Figures}} on
 * @returns {Overlay | undefined}
 */
export function drawnOverlay(tale, at, chosen, on) {
  const drawn = tale.drawn(at);
  const { stresses = [] } = tale.moment(at);
  const strong = chosen === null ? new Set(stresses) : tale.reasons(chosen);
  const front = [...new Set([...drawn, ...strong])].filter((id) => strong.has(id)).sort((a, b) => a - b);
  const rest = drawn.filter((id) => !strong.has(id));
  const put = (/** @type {number[]} */ ids) =>
    layers(ids.map((id) => tale.thing(id)))
      .map((layer) => overlay(layer, { ...on, handles: [] }))
      .reduce((/** @type {Overlay | undefined} */ all, one) => both(all, one), undefined);
  const [below, above] = [put(rest), put(front)];
  if (!above) return below;
  /** @param {Overlay} over @param {string} cls @returns {Overlay} */
  const within = (over, cls) => ({
    ...over,
    under: [h('g', { class: cls }, over.under)],
    links: [h('g', { class: cls }, over.links)],
    // What was written stays to be read.
    figures: [h('g', { class: cls === 'rest' ? 'earlier' : cls }, over.figures)],
  });
  return both(below && within(below, 'rest'), within(above, 'stressed'));
}

/** Two drawings on one board; where both colour a cell, the second does. @param {Overlay | undefined} one @param {Overlay} other @returns {Overlay} */
const both = (one, other) =>
  one
    ? {
        fills: new Map([...one.fills, ...other.fills]),
        under: [...one.under, ...other.under],
        links: [...one.links, ...other.links],
        figures: [...one.figures, ...other.figures],
        below: [...one.below, ...other.below],
      }
    : other;

/** The cells of a thing. @param {Drawn} thing @returns {number[]} */
const cellsOf = (thing) => (thing.look === 'warm' || thing.look === 'mark' ? [thing.cell] : thing.cells);

/** The thing at a point of the board, the last drawn first; nothing if there is none. @param {Tale} tale @param {number[]} drawn @param {Geometry} geometry @param {number} cell @param {[number, number] | null} point @returns {number | null} */
export function thingAt(tale, drawn, geometry, cell, point) {
  const links = drawn.filter((id) => tale.thing(id).look === 'link');
  if (point) {
    const all = /** @type {Extract<Drawn, {look: 'link'}>[]} */ (links.map((id) => tale.thing(id)));
    const row = linkAt({ kind: 'links', links: all, whole: NAMELESS, semi: NAMELESS }, geometry, point[0], point[1]);
    if (row !== null) return links[row];
  }
  if (cell < 0) return null;
  const on = drawn.filter((id) => cellsOf(tale.thing(id)).includes(cell));
  return on.at(-1) ?? null;
}
