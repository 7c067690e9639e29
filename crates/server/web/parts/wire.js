// What the server says in few words, made whole: each gesture by itself, and changes put in their place.

/** @import {Change, Geometry, Gestures, PathMark, Picture, Placed, Text, Twig} from '../types.js' */
/** @import {Blackboard as SentBlackboard, BookBlock as SentBlock, BookBoard as SentBoard, BookChapter as SentChapter, BookThought as SentBookThought, CourseEntry as SentEntry, DailyPuzzle as SentDaily, Judged as SentJudged, Laid as SentLaid, Report as SentReport, Stands as SentStands, StudyEntry as SentStudy, View as SentView} from '../types.js' */

/** @typedef {{ply: string, kind: 'tap', cells: number[], lands: number, piece: number}} TapHandle */
/** @typedef {{ply: string, kind: 'path', cells: number[], mark?: PathMark, about?: Text}} PathHandle */
/** @typedef {{ply: string, kind: 'place', piece: number, lands: number}} PlaceHandle */
/** @typedef {{ply: string, kind: 'press', button: Text, about?: Text}} PressHandle */
/** @typedef {TapHandle | PathHandle | PlaceHandle | PressHandle} Handle how a person makes one legal ply, or several divided by spaces */

/** @typedef {{geometry: Geometry}} Drawn with its board */
/**
 * @template T
 * @typedef {Omit<T, 'handles'> & Drawn & {handles: Handle[]}} Handy with its board, and each gesture by itself
 */
/** @typedef {Handy<SentView>} View a game as it stands */
/** @typedef {Handy<SentBlackboard>} Blackboard a step of a lesson as it stands, the program having answered */
/** @typedef {Handy<SentJudged>} Judged a position and what rules say of it */
/** @typedef {Omit<SentReport, 'judged'> & {judged: Judged | null}} Report */
/** @typedef {SentStands & Drawn} Stands */
/** @typedef {Omit<SentLaid, 'position'> & {position: Stands | null}} Laid a board that was set up */
/** @typedef {SentEntry & Drawn} CourseEntry a lesson in the list */
/** @typedef {SentDaily & Drawn} DailyPuzzle a puzzle of a day */
/** @typedef {SentStudy & Drawn} StudyEntry a study in the list */
/** @typedef {SentBoard & Drawn} BookBoard a board of the book */
/** @typedef {Handy<SentBookThought & {picture: Picture}>} BookThought what somebody thinks of one */
/** @typedef {Omit<SentChapter, 'blocks'> & {blocks: (Exclude<SentBlock, {kind: 'board'}> | (BookBoard & {kind: 'board'}))[]}} BookChapter */

/** The cells on which nothing stands. @param {Geometry} geometry @param {Picture} picture */
function freeCells(geometry, picture) {
  const taken = new Set(picture.pieces.map(({ cell }) => cell));
  return geometry.cells.map((_, i) => i).filter((i) => !taken.has(i));
}

/** Gestures that were put together, each by itself. @param {Gestures} entry @param {Geometry} geometry @param {Picture} picture @returns {Handle[]} */
function apart(entry, geometry, picture) {
  switch (entry.kind) {
    case 'cells': {
      const { piece, cells = freeCells(geometry, picture) } = entry;
      return cells.map((cell) => ({
        ply: geometry.cells[cell].name,
        kind: 'tap',
        cells: [cell],
        lands: cell,
        piece,
      }));
    }
    case 'tap': {
      const { kind, piece, cells, lands } = entry;
      return entry.plies.map((ply, i) => ({ ply, kind, cells: cells[i], lands: lands[i], piece }));
    }
    case 'path': {
      const { kind, mark, about, cells } = entry;
      return entry.plies.map((ply, i) => ({ ply, kind, cells: cells[i], mark, about }));
    }
    case 'place': {
      const { kind, piece, lands } = entry;
      return entry.plies.map((ply, i) => ({ ply, kind, piece, lands: lands[i] }));
    }
    default:
      return [entry];
  }
}

/**
 * The same with its board, and each gesture by itself.
 * @template {{handles: Gestures[], picture: Picture}} T
 * @param {T} sent
 * @param {Geometry} geometry
 * @returns {Handy<T>}
 */
export function handy(sent, geometry) {
  const handles = sent.handles.flatMap((entry) => apart(entry, geometry, sent.picture));
  return { ...sent, geometry, handles };
}

/**
 * A game after a change of the state it is in.
 * @param {View} view
 * @param {Change} change
 * @param {Geometry} geometry the board that the change names
 * @returns {View}
 */
export function changed(view, change, geometry) {
  const { since: _since, touched, kept, tree: twigs, ...now } = change;
  const anew = new Set(touched);
  /** @type {Placed[]} */
  const pieces = [...view.picture.pieces.filter(({ cell }) => !anew.has(cell)), ...change.picture.pieces];
  const picture = { ...change.picture, pieces: pieces.sort((one, other) => one.cell - other.cell) };
  /** @type {<T>(before: T[], after: T[]) => T[]} */
  const longer = (before, after) => [...before.slice(0, kept), ...after];
  const whole = {
    ...view,
    ...now,
    picture,
    tree: twigs.length ? grown(view.tree, twigs) : view.tree,
    moves: longer(view.moves, change.moves),
    movers: longer(view.movers, change.movers),
    listed: change.listed && longer(view.listed ?? [], change.listed),
  };
  return handy(whole, geometry);
}

/** A tree with some nodes that are new or no longer what they were. @param {Twig[]} tree @param {Twig[]} twigs */
function grown(tree, twigs) {
  const all = [...tree];
  for (const twig of twigs) all[twig.id] = twig;
  return all;
}

/** What stands on a small board, by the kinds of pieces. @param {number[][]} stands @returns {Picture} */
export const pictureOf = (stands) => ({
  pieces: stands.flatMap((cells, piece) => cells.map((cell) => ({ cell, piece }))),
});
