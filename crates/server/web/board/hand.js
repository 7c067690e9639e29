// What a hand has begun to do on the board, and what each further touch makes of it.

/** @import {PathMark, Side} from '../types.js' */
/** @import {Handle, PathHandle, View} from '../parts/wire.js' */

/** @typedef {{cells: number[], piece: number | null, stays?: boolean}} Held cells touched so far, or a piece taken from the tray */
/** @typedef {{play: string} | {hold: Held} | {drop: true} | {no: 'nothing' | 'taken' | 'way'}} Answer */

/** @typedef {Pick<View, 'handles' | 'picture' | 'geometry'> & {side: Side | null}} Touchable what is touched, and who moves */

/** @type {Held} */
export const EMPTY = { cells: [], piece: null };

/** @param {Handle[]} handles @returns {PathHandle[]} */
const paths = (handles) => handles.filter((handle) => handle.kind === 'path');

/** @param {number[]} long @param {number[]} short */
const begins = (long, short) => short.every((cell, i) => long[i] === cell);

/**
 * A tap on a cell.
 * @param {Touchable} view
 * @param {Held} held
 * @param {number} cell
 * @returns {Answer}
 */
export function tap(view, held, cell) {
  const { handles } = view;
  if (held.piece !== null) {
    const put = handles.find(
      (handle) => handle.kind === 'place' && handle.piece === held.piece && handle.lands === cell,
    );
    if (put) return { play: put.ply };
    // What was put down already can be taken up instead.
    return lifts(handles, cell) ? { hold: { cells: [cell], piece: null } } : { no: 'way' };
  }
  if (held.cells.length) return goOn(view, held, cell);
  const taps = handles.filter((handle) => handle.kind === 'tap' && handle.cells.includes(cell));
  const here = taps.find((handle) => handle.kind === 'tap' && handle.lands === cell) ?? taps[0];
  if (here) return { play: here.ply };
  if (lifts(handles, cell)) return { hold: { cells: [cell], piece: null } };
  const puts = handles.filter((handle) => handle.kind === 'place' && handle.lands === cell);
  if (puts.length === 1) return { play: puts[0].ply };
  return { no: view.picture.pieces.some((placed) => placed.cell === cell) ? 'taken' : 'nothing' };
}

/** Whether something on a cell can be carried elsewhere. @param {Handle[]} handles @param {number} cell */
export const lifts = (handles, cell) => paths(handles).some(({ cells }) => cells[0] === cell);

/** Whether one's own piece on a cell meets one of the other side. @param {Touchable} view @param {number} own @param {number} other */
function meets({ picture, geometry, side }, own, other) {
  const whose = (/** @type {number} */ cell) => {
    const placed = picture.pieces.find((one) => one.cell === cell);
    return placed && geometry.pieces[placed.piece].side;
  };
  const mover = side === 'first' ? 0 : 1;
  return side !== null && whose(own) === mover && whose(other) === 1 - mover;
}

/** @param {Touchable} view @param {Held} held @param {number} cell @returns {Answer} */
function goOn(view, held, cell) {
  const { handles } = view;
  const whole = paths(handles).find(
    ({ cells }) => cells.length === held.cells.length && begins(cells, held.cells),
  );
  if (cell === held.cells.at(-1)) return whole ? { play: whole.ply } : { drop: true };
  const further = [...held.cells, cell];
  const fitting = paths(handles).filter(({ cells }) => begins(cells, further));
  if (fitting.length === 1 && fitting[0].cells.length === further.length) return { play: fitting[0].ply };
  if (fitting.length) return { hold: { cells: further, piece: null } };
  return (
    drag(handles, held.cells[0], cell) ??
    // Whoever goes from a piece of their own to an enemy means to do something to it with that piece.
    (lifts(handles, cell) && (held.stays || !meets(view, held.cells[0], cell))
      ? { hold: { cells: [cell], piece: null } }
      : { no: 'way' })
  );
}

/**
 * From the first cell of a way straight to its last; where a longer way only begins so, it is held.
 * @param {Handle[]} handles
 * @param {number} from
 * @param {number} to
 * @returns {Answer | undefined}
 */
export function drag(handles, from, to) {
  const fitting = paths(handles).filter(({ cells }) => cells[0] === from && cells.at(-1) === to);
  const least = Math.min(...fitting.map(({ cells }) => cells.length));
  const shortest = fitting.filter(({ cells }) => cells.length === least);
  // Two ways that are equally short are not for us to choose between.
  if (shortest.length === 1) return { play: shortest[0].ply };
  const held = { cells: [from, to], piece: null };
  return begun(handles, held).length ? { hold: held } : undefined;
}

/** The ways that go on from what is held. @param {Handle[]} handles @param {Held} held @returns {PathHandle[]} */
export const begun = (handles, held) =>
  held.cells.length
    ? paths(handles).filter(({ cells }) => begins(cells, held.cells) && cells.length > held.cells.length)
    : [];

/** Where what is held can go next. @param {Handle[]} handles @param {Held} held */
export function targets(handles, held) {
  if (held.piece !== null)
    return handles.flatMap((handle) =>
      handle.kind === 'place' && handle.piece === held.piece ? [handle.lands] : [],
    );
  return [...new Set(begun(handles, held).map(({ cells }) => cells[held.cells.length]))];
}

/** @typedef {{dots: number[], rings: number[], arrows: [number, number][]}} Signs what shows where the piece in hand can go */

/**
 * With nothing in hand, what a button beside the board would do is shown on it.
 * @param {Handle[]} handles
 * @param {Held} held
 * @returns {Signs}
 */
export function signs(handles, held) {
  if (held.piece !== null) return { dots: targets(handles, held), rings: [], arrows: [] };
  const buttons = handles.filter(({ kind }) => kind === 'press').map(({ ply }) => ply);
  const offered = paths(handles).filter(({ ply }) => buttons.includes(ply));
  const ways = held.cells.length ? begun(handles, held) : offered;
  const ends = (/** @type {PathMark} */ mark) => [
    ...new Set(
      ways
        .filter((way) => (way.mark ?? 'dot') === mark)
        .map(({ cells }) => cells[held.cells.length || cells.length - 1]),
    ),
  ];
  // What a button offers is shown also while a piece stays in hand.
  const arrows = [...new Set(held.stays ? [...ways, ...offered] : ways)].filter(({ mark }) => mark === 'arrow');
  return {
    dots: ends('dot'),
    rings: ends('ring'),
    arrows: arrows.map(({ cells }) => [cells[cells.length - 2], cells[cells.length - 1]]),
  };
}
