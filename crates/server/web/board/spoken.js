// What a cell of the board says to whoever does not see it.

import { landing } from '../analysis/labels.js';
import { said } from '../analysis/layers.js';
import { toldTrails } from '../analysis/trails.js';
import { say, t } from '../parts/words.js';

/** @import {Table} from '../play/table.js' */
/** @import {HeatContent, LabelsContent, Layer, Picture} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Shown} from './stage.js' */

/**
 * Its name, what stands there, and what matters about it.
 * @param {Table} table
 * @param {number} i
 * @param {Shown} shown
 * @param {number[]} goals where the piece in hand can go
 */
export function spoken(table, i, { layer, scores, frame = 0 }, goals) {
  const view = /** @type {View} */ (table.view);
  const placed = standing(table.picture).get(i);
  return [
    named(view, i),
    placed ? say(view.geometry.pieces[placed.piece].name) : t('page-cell-empty'),
    placed?.state && t('page-cell-state', { state: placed.state }),
    view.last.includes(i) && t('page-cell-last'),
    view.picture.winning?.includes(i) && t('page-cell-winning'),
    table.marks.some((mark) => (mark.shape === 'arrow' ? [mark.from, mark.to] : [mark.cell]).includes(i)) &&
      t('page-drawn-on'),
    goals.includes(i) && t('page-cell-target'),
    layer && ofLayer(layer, view, i, frame),
    scores && layer?.kind !== 'labels' && ofScores(scores, view, i),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What a cell is called: where pieces fall down columns, by its column as it is written there, and its row. @param {View} view @param {number} i */
function named({ geometry }, i) {
  const { name, x, y } = geometry.cells[i];
  const column = geometry.entrance === 'drop' && geometry.labels.find((label) => Math.abs(label.x - x) < 1);
  if (!column) return name;
  const row = geometry.cells.filter((cell) => Math.abs(cell.x - x) < 1 && cell.y >= y - 1).length;
  return t('page-cell-column', { column: column.text, row });
}

/** Remembers what was found out of a list, for each of the many cells that ask. @template {object} K @template V @param {(key: K) => V} find @returns {(key: K) => V} */
function once(find) {
  /** @type {WeakMap<K, V>} */
  const known = new WeakMap();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}

const standing = once((/** @type {Picture} */ { pieces }) => new Map(pieces.map((placed) => [placed.cell, placed])));

/** The first ply that ends on each cell. */
const endings = once((/** @type {View['handles']} */ handles) => {
  /** @type {Map<number, string>} */
  const all = new Map();
  for (const handle of handles) {
    const lands = landing(handle);
    if (lands !== undefined && !all.has(lands)) all.set(lands, handle.ply);
  }
  return all;
});

const warmths = once((/** @type {HeatContent} */ { cells }) => new Map(cells.map((warm) => [warm.cell, warm])));

const worths = once((/** @type {LabelsContent} */ { plies }) => new Map(plies.map((entry) => [entry.move, entry])));

/** What the layer on the board says of a cell. @param {Layer} layer @param {View} view @param {number} i @param {number} frame */
function ofLayer(layer, view, i, frame) {
  if (layer.kind === 'heat') {
    const warm = warmths(layer).get(i);
    return warm && said(warm);
  }
  if (layer.kind === 'trails') return toldTrails(layer, view.geometry, i, frame)?.[1];
  if (layer.kind === 'marks') {
    const marked = layer.marks.find(({ cell }) => cell === i);
    return marked && `${say(marked.label)}: ${say(marked.reason)}`;
  }
  if (layer.kind === 'labels') return ofScores(layer, view, i);
  if (layer.kind !== 'links') return '';
  const joined = layer.links.filter(({ cells }) => cells.includes(i)).length;
  return joined > 0 && t('page-links-count', { n: joined });
}

/** What the ply that lands on a cell is worth. @param {Layer} scores @param {View} view @param {number} i */
function ofScores(scores, view, i) {
  const ply = endings(view.handles).get(i);
  const score = ply !== undefined && scores.kind === 'labels' ? worths(scores).get(ply) : undefined;
  return score && say(score.label);
}
