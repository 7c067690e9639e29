// The board of a story: the position of the moment, the plies that were tried with their numbers, and
// what is drawn. Pointing at something that is drawn says what it is.

import { board, box, neighbour, tidy } from '../board/board.js';
import { numbers } from '../board/numbers.js';
import { pieceShapes, spacing } from '../board/shapes.js';
import { turnOf } from '../board/turns.js';
import { cellAt, cellOf } from '../board/under.js';
import { h } from '../parts/dom.js';
import { say, t } from '../parts/words.js';
import { drawnOverlay, thingAt } from './things.js';

/** @import {Overlay} from '../board/board.js' */
/** @import {Child} from '../parts/dom.js' */
/** @import {Geometry} from '../types.js' */
/** @import {Clock} from './clock.js' */
/** @import {Seen, Tale} from './tale.js' */

/** Of a longer line only the last ply is marked: numbers would hide the board. */
const NUMBERED = 24;

/** Figures on cells smaller than this cannot be read, in pixels. */
const READABLE = 30;

export class StudyBoard {
  /** @param {Tale} tale @param {Clock} clock @param {() => void} redraw */
  constructor(tale, clock, redraw) {
    this.tale = tale;
    this.clock = clock;
    this.redraw = redraw;
    this.size = { w: 480, h: 400 };
    this.turn = 0;
    this.focus = 0;
    /** What somebody points at, and what somebody has chosen. @type {number | null} */
    this.pointed = null;
    /** @type {number | null} */
    this.chosen = null;
    this.observer = new ResizeObserver(([{ contentRect }]) => {
      const { width, height } = contentRect;
      if (!width || !height || (Math.abs(width - this.size.w) < 1 && Math.abs(height - this.size.h) < 1)) return;
      this.size = { w: width, h: height };
      this.redraw();
    });
  }

  close() {
    this.observer.disconnect();
  }

  /** What is to be explained: what somebody points at, or else what somebody has chosen. */
  get about() {
    return this.pointed ?? this.chosen;
  }

  /** Forgets what has not been drawn yet. */
  settle() {
    const drawn = this.tale.drawn(this.clock.at);
    if (this.pointed !== null && !drawn.includes(this.pointed)) this.pointed = null;
    if (this.chosen !== null && !drawn.some((id) => this.tale.reasons(id).has(/** @type {number} */ (this.chosen)))) this.chosen = null;
  }

  view() {
    this.settle();
    const { tale, clock } = this;
    const { geometry, picture, ends, tried } = tale.board(clock.at);
    this.turn = turnOf(tale.told.subject.game, geometry, this.size, this.turn, 0);
    const [, , w, tall] = box({ geometry, turn: this.turn });
    const scale = Math.min(this.size.w / w, this.size.h / tall);
    const taken = picture.pieces.map(({ cell }) => cell);
    const drawn = drawnOverlay(tale, clock.at, this.about, {
      geometry,
      taken,
      turn: this.turn,
      scale,
      figures: spacing(geometry) * scale >= READABLE ? 'all' : 'none',
    });
    const at = Math.min(this.focus, geometry.cells.length - 1);
    return h(
      'div',
      {
        class: 'board',
        key: 'board',
        hook: (/** @type {Element} */ element) => this.observer.observe(element),
        onfocusin: (/** @type {FocusEvent} */ event) => {
          const cell = cellOf(event.target);
          if (cell >= 0) this.focus = cell;
        },
      },
      board({
        geometry,
        // What was tried is only imagined.
        picture: { ...picture, pieces: picture.pieces.filter(({ cell }) => !tried.has(cell)) },
        turn: this.turn,
        scale,
        last: ends.length ? ends.slice(-1).filter((cell) => cell >= 0) : [],
        overlay: over(drawn, imagined(geometry, picture.pieces, tried, this.turn), numbered(geometry, ends, this.turn)),
        hit: (i) => ({ tabindex: i === at ? 0 : -1, 'aria-label': spoken(tale.board(clock.at), i) }),
        props: {
          class: tale.drawn(clock.at).length ? 'live' : 'rest',
          onpointermove: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && this.point(this.under(event)),
          onpointerleave: () => this.point(null),
          onclick: (/** @type {PointerEvent} */ event) => this.choose(this.under(event)),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.strike(event),
        },
        label: t('page-study-board', { game: { id: `game-${tale.told.subject.game}` }, n: clock.at + 1 }),
      }),
    );
  }

  /** What is drawn under a pointer. @param {PointerEvent} event */
  under(event) {
    const { tale, clock } = this;
    const drawing = /** @type {SVGGElement | null} */ (/** @type {Element} */ (event.currentTarget).querySelector('g'));
    const matrix = drawing?.getScreenCTM();
    const point = matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
    const cell = cellAt(event.clientX, event.clientY);
    return thingAt(tale, tale.drawn(clock.at), tale.board(clock.at).geometry, cell, point && [point.x, point.y]);
  }

  /** @param {number | null} thing */
  point(thing) {
    if (thing === this.pointed) return;
    this.pointed = thing;
    this.redraw();
  }

  /** @param {number | null} thing */
  choose(thing) {
    this.chosen = thing === this.chosen ? null : thing;
    this.pointed = null;
    this.redraw();
  }

  /** @param {KeyboardEvent} event */
  strike(event) {
    const cell = cellOf(event.target);
    if (cell < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { tale, clock } = this;
    const { geometry } = tale.board(clock.at);
    // The arrows move in time, unless somebody goes over the board with the keyboard.
    if (event.key.startsWith('Arrow') && /** @type {Element} */ (event.target).matches(':focus-visible')) {
      this.focus = neighbour(geometry, cell, event.key, this.turn);
      /** @type {SVGElement | null} */ (document.querySelector(`[data-cell="${this.focus}"]`))?.focus();
    } else if (event.key === 'Enter') {
      this.choose(thingAt(tale, tale.drawn(clock.at), geometry, cell, null));
    } else if (event.key === 'Escape') {
      this.choose(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.redraw();
  }
}

/** @param {Overlay | undefined} drawn @param {Child[]} pieces @param {Child[]} numbers @returns {Overlay} */
function over(drawn, pieces, numbers) {
  const { fills, under, links, figures, below } = drawn ?? { fills: new Map(), under: [], links: [], figures: [], below: [] };
  return { fills, under, links: [...links, h('g', { key: 'tried' }, pieces)], figures: [...figures, ...numbers], below };
}

/** Pieces that stand there only in thought. @param {Geometry} geometry @param {Seen['picture']['pieces']} pieces @param {Set<number>} tried @param {number} turn */
const imagined = (geometry, pieces, tried, turn) =>
  pieces
    .filter(({ cell }) => tried.has(cell))
    .map(({ cell, piece }) => {
      const { x, y } = geometry.cells[cell];
      const kind = geometry.pieces[piece];
      const facing = turn === 180 && !kind.points ? ' rotate(180)' : '';
      return h('g', { class: 'imagined', key: `${cell}:${piece}`, transform: `translate(${tidy(x)} ${tidy(y)})${facing}` }, pieceShapes(kind));
    });

/** The number of each ply, at the corner of the cell where it ended. @param {Geometry} geometry @param {number[]} ends @param {number} turn */
function numbered(geometry, ends, turn) {
  if (ends.length > NUMBERED) return [];
  /** Of several plies that end in one cell the last is numbered. @type {Map<number, number>} */
  const last = new Map(ends.map((cell, i) => [cell, i + 1]));
  last.delete(-1);
  return numbers(geometry, last, turn, true);
}

/** What a cell says. @param {Seen} seen @param {number} cell */
function spoken({ geometry, picture, ends, tried }, cell) {
  const placed = picture.pieces.find((one) => one.cell === cell);
  const nth = ends.lastIndexOf(cell);
  return [
    geometry.cells[cell].name,
    placed ? say(geometry.pieces[placed.piece].name) : t('page-cell-empty'),
    tried.has(cell) && t('page-study-tried'),
    nth >= 0 && t('page-study-nth', { n: nth + 1 }),
  ]
    .filter(Boolean)
    .join(', ');
}
