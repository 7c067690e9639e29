// Which ply somebody means before making it, and the piece that shows it on the board.

import { landing } from '../analysis/labels.js';
import { begun } from './hand.js';

/** @import {Table} from '../play/table.js' */
/** @import {Handle, View} from '../parts/wire.js' */

/**
 * The ply that the pointer, a proposal or a first tap is about.
 * @param {Table} table
 * @param {string | null} shown a ply whose row is pointed at
 * @param {number} hover the cell under the pointer; -1 is none
 * @returns {Handle | undefined}
 */
export function meant(table, shown, hover) {
  const { handles } = /** @type {View} */ (table.view);
  const ply = shown ?? table.armed;
  if (ply) return handles.find((handle) => handle.ply === ply);
  const pointing = hover >= 0 && table.turn().may;
  const under = pointing ? pointedAt(table, handles, hover) : undefined;
  // Whoever carries a piece from the tray asks about nothing else, and one on the board shows where it can go.
  if (under || (pointing && table.held.piece !== null) || table.held.cells.length) return under;
  return handles.find((handle) => handle.ply === table.proposal);
}

/** The ply that a press here would make or go on with. @param {Table} table @param {Handle[]} handles @param {number} hover */
function pointedAt(table, handles, hover) {
  const { cells, piece } = table.held;
  if (cells.length)
    return begun(handles, table.held).find(
      (handle) => handle.cells.length === cells.length + 1 && handle.cells.at(-1) === hover,
    );
  return piece === null
    ? handles.find((handle) => handle.kind === 'tap' && handle.cells.includes(hover))
    : handles.find((handle) => handle.kind === 'place' && handle.piece === piece && handle.lands === hover);
}

/** The piece that a ply would bring, and where to. @param {Table} table @param {Handle | undefined} handle */
export function ghost(table, handle) {
  const cell = landing(handle);
  if (!handle || cell === undefined || table.pending) return null;
  // An arrow is about the piece before its end, whoever moves it.
  const from = handle.kind === 'path' ? handle.cells[handle.mark === 'arrow' ? handle.cells.length - 2 : 0] : -1;
  const piece =
    handle.kind === 'path'
      ? table.picture.pieces.find((placed) => placed.cell === from)?.piece
      : /** @type {any} */ (handle).piece;
  return piece === undefined ? null : { cell, piece };
}
