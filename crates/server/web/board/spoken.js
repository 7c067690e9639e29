// What a cell of the board says to whoever does not see it.

import { landing } from '../analysis/layers.js';
import { toldTrails } from '../analysis/trails.js';
import { say, t } from '../parts/words.js';

/** @import {Table} from '../play/table.js' */
/** @import {Layer} from '../types.js' */
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
  const placed = table.picture.pieces.find(({ cell }) => cell === i);
  return [
    view.geometry.cells[i].name,
    placed ? say(view.geometry.pieces[placed.piece].name) : t('page-cell-empty'),
    placed?.state && t('page-cell-state', { state: placed.state }),
    view.last.includes(i) && t('page-cell-last'),
    view.picture.winning?.includes(i) && t('page-cell-winning'),
    table.marks.some((mark) => (mark.shape === 'arrow' ? [mark.from, mark.to] : [mark.cell]).includes(i)) &&
      t('page-drawn-on'),
    goals.includes(i) && t('page-cell-target'),
    layer && ofLayer(layer, view, i, frame),
    scores && ofScores(scores, view, i),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What the layer on the board says of a cell. @param {Layer} layer @param {View} view @param {number} i @param {number} frame */
function ofLayer(layer, view, i, frame) {
  if (layer.kind === 'heat') {
    const warm = layer.cells.find(({ cell }) => cell === i);
    return warm && say(warm.label);
  }
  if (layer.kind === 'trails') return toldTrails(layer, view.geometry, i, frame)?.[1];
  if (layer.kind === 'marks') {
    const marked = layer.marks.find(({ cell }) => cell === i);
    return marked && `${say(marked.label)}: ${say(marked.reason)}`;
  }
  if (layer.kind !== 'links') return '';
  const joined = layer.links.filter(({ cells }) => cells.includes(i)).length;
  return joined > 0 && t('page-links-count', { n: joined });
}

/** What the ply that lands on a cell is worth. @param {Layer} scores @param {View} view @param {number} i */
function ofScores(scores, view, i) {
  const ply = view.handles.find((handle) => landing(handle) === i)?.ply;
  const score = scores.kind === 'labels' ? scores.plies.find(({ move }) => move === ply) : undefined;
  return score && say(score.label);
}
