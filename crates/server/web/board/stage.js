// The board as it is played on: pointing, dragging, touching, the keyboard, and what each cell says.

import { column, landing, overlay, room, together } from '../analysis/layers.js';
import { linkAt, pointedLinks } from '../analysis/links.js';
import { toldTrails } from '../analysis/trails.js';
import { h } from '../parts/dom.js';
import { say, t } from '../parts/words.js';
import { board, box, neighbour } from './board.js';
import { begun, drag, EMPTY, lifts, signs, tap, targets } from './hand.js';
import { spacing, turnPoint } from './shapes.js';
import { turnChoice, turnOf } from './turns.js';

/** @import {Child} from '../parts/dom.js' */
/** @import {Table} from '../play/table.js' */
/** @import {Geometry, Handle, Layer, View} from '../types.js' */

/** @typedef {{cell: number, line: number | null}} Pointed what somebody points at; a cell of -1 is none */

/** Cells smaller than this in pixels ask for a second tap. */
const SMALL = 28;

export class Stage {
  /** @param {Table} table @param {() => void} redraw */
  constructor(table, redraw) {
    this.table = table;
    this.redraw = redraw;
    this.focus = 0;
    this.hover = -1;
    this.from = -1;
    this.size = { w: 800, h: 700 };
    /** A ply shown as a proposal while its row is pointed at. @type {string | null} */
    this.shown = null;
    /** @type {number[] | null} */
    this.path = null;
    this.key = '';
    this.columns = false;
    /** How the board lies, in degrees. */
    this.turn = 0;
    /** The cell that a finger or the keyboard is on; -1 is none. */
    this.about = -1;
    /** The line of a layer under the mouse. @type {number | null} */
    this.line = null;
    /** @type {Layer | null} */
    this.layer = null;
    this.scale = 1;
    this.observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      if (!width || !height || (Math.abs(width - this.size.w) < 1 && Math.abs(height - this.size.h) < 1))
        return;
      this.size = { w: width, h: height };
      this.redraw();
    });
  }

  close() {
    this.observer.disconnect();
  }

  /** What the layers speak of: the cell and the line that somebody points at. @returns {Pointed} */
  get pointed() {
    return { cell: this.hover >= 0 ? this.hover : this.about, line: this.line };
  }

  /**
   * @param {object} how
   * @param {Layer | null} how.layer
   * @param {boolean} how.figures
   * @param {boolean} how.analysing
   * @param {number | null} [how.row] the only row of the layer to be drawn
   * @param {number} [how.frame] the time that is shown of a layer that has several
   * @param {(ply: string) => void} [how.pick] called with a ply whose label is pressed
   * @param {Layer | null} [how.scores] what each ply is worth, shown besides the layer
   * @param {boolean} [how.scoring] whether that is wanted, known or not yet
   * @param {Child} [how.tool] what is pressed at the board
   */
  view({ layer, figures, analysing, row, frame, pick, scores = null, scoring = false, tool }) {
    const { table } = this;
    const view = /** @type {View} */ (table.view);
    const { geometry } = view;
    // What was shown of another position is not shown of this one.
    if (this.key !== table.key()) {
      [this.key, this.shown, this.path] = [table.key(), null, null];
      [this.about, this.line] = [-1, null];
    }
    const picture = table.picture;
    const may = table.turn().may;
    const at = Math.min(this.focus, geometry.cells.length - 1);
    if (view.handles.some((handle) => column(geometry, handle) !== undefined)) this.columns = true;
    const turn = turnOf(view.game, geometry, this.size, this.turn, table.seat);
    // Room for what is written under the columns is kept while analysing, so that nothing jumps.
    const [, , wide, high] = box({ geometry, turn });
    const below =
      (analysing || scoring) && this.columns ? room(geometry, Math.min(this.size.w / wide, this.size.h / high)) : 0;
    const [, , w, tall] = box({ geometry, turn, room: below });
    const scale = Math.min(this.size.w / w, this.size.h / tall);
    this.scale = scale;
    this.turn = turn;
    this.layer = layer;
    const taken = picture.pieces.map(({ cell }) => cell);
    const big = spacing(geometry) * scale >= SMALL;
    /** @type {Layer | null} */
    const way = this.path && {
      id: 'line',
      title: { id: 'page-line' },
      sentence: { id: 'page-line' },
      kind: 'paths',
      paths: [this.path],
    };
    const over = way ?? layer;
    const on = {
      geometry,
      handles: view.handles,
      taken,
      figures: figures && big,
      turn,
      scale,
      cell: this.pointed.cell,
      row: this.line ?? row,
      frame,
      pick,
    };
    const goals = may ? targets(view.handles, table.held) : [];
    const handle = this.meant(may);
    return h(
      'div',
      {
        class: 'board',
        key: 'board',
        hook: (/** @type {Element} */ element) => this.observer.observe(element),
        // Not on the drawing: one that listens for this takes the focus itself.
        onfocusin: (/** @type {FocusEvent} */ event) => {
          const cell = cellOf(event.target);
          if (cell < 0) return;
          if (/** @type {Element} */ (event.target).matches(':focus-visible')) this.about = cell;
          this.focus = cell;
          this.redraw();
        },
        onfocusout: () => {
          this.about = -1;
          this.redraw();
        },
      },
      board({
        geometry,
        picture,
        turn,
        room: below,
        scale,
        last: table.pending?.last ?? view.last,
        overlay: together(
          over ? overlay(over, on) : undefined,
          scores && over?.kind !== 'labels' ? overlay(scores, on) : undefined,
        ),
        ghost: this.ghost(handle),
        band: handle && handle.kind === 'tap' && this.hover >= 0 ? handle.cells : [],
        selected: table.held.cells.slice(-1),
        signs: may ? signs(view.handles, table.held) : undefined,
        entering: table.entering,
        label: t('page-board', {
          game: { id: `game-${view.game}` },
          side: geometry.sides[view.side === 'first' ? 0 : 1].name,
        }),
        hit: (i) => ({
          tabindex: i === at ? 0 : -1,
          'aria-label': this.spoken(i, layer, goals, scores, frame),
          'aria-selected': table.held.cells.includes(i) ? 'true' : null,
        }),
        props: {
          class: `${may ? 'live' : 'rest'}${view.handles.some(({ kind }) => kind === 'path') ? ' carries' : ''}`,
          onpointermove: (/** @type {PointerEvent} */ event) => this.move(event),
          onpointerleave: () => this.point(-1),
          onpointerdown: (/** @type {PointerEvent} */ event) => this.press(event),
          onpointerup: (/** @type {PointerEvent} */ event) => this.release(event),
          onpointercancel: () => {
            [this.from, this.about] = [-1, -1];
            this.point(-1);
          },
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.strike(event),
        },
      }),
      h(
        'div',
        { class: `tools-at ${this.freeCorner(geometry, [w, tall])}` },
        tool,
        turnChoice(view.game, geometry, this.size, turn, table.seat, this.redraw),
      ),
    );
  }

  /** The ply that the pointer, a proposal or a first tap is about. @param {boolean} may @returns {Handle | undefined} */
  meant(may) {
    const { table } = this;
    const { handles } = /** @type {View} */ (table.view);
    const ply = this.shown ?? table.armed;
    if (ply) return handles.find((handle) => handle.ply === ply);
    const { cells } = table.held;
    if (may && this.hover >= 0 && cells.length) {
      const way = begun(handles, table.held).find(
        (handle) => handle.cells.length === cells.length + 1 && handle.cells.at(-1) === this.hover,
      );
      if (way) return way;
    } else if (may && this.hover >= 0) {
      if (table.held.piece !== null)
        return handles.find(
          (handle) =>
            handle.kind === 'place' && handle.piece === table.held.piece && handle.lands === this.hover,
        );
      const hovered = handles.find((handle) => handle.kind === 'tap' && handle.cells.includes(this.hover));
      if (hovered) return hovered;
    }
    return table.proposal ? handles.find((handle) => handle.ply === table.proposal) : undefined;
  }

  /** @param {Handle | undefined} handle */
  ghost(handle) {
    const cell = landing(handle);
    if (!handle || cell === undefined || this.table.pending) return null;
    // An arrow is about the piece before its end, whoever moves it.
    const from = handle.kind === 'path' ? handle.cells[handle.mark === 'arrow' ? handle.cells.length - 2 : 0] : -1;
    const piece =
      handle.kind === 'path'
        ? this.table.picture.pieces.find((placed) => placed.cell === from)?.piece
        : /** @type {any} */ (handle).piece;
    return piece === undefined ? null : { cell, piece };
  }

  /**
   * What a cell says: its name, what stands there, and what matters about it.
   * @param {number} i
   * @param {Layer | null} layer
   * @param {number[]} goals
   * @param {Layer | null} scores
   * @param {number} [frame]
   */
  spoken(i, layer, goals, scores, frame = 0) {
    const view = /** @type {View} */ (this.table.view);
    const placed = this.table.picture.pieces.find(({ cell }) => cell === i);
    const marked = layer?.kind === 'marks' ? layer.marks.find(({ cell }) => cell === i) : undefined;
    const joined = layer?.kind === 'links' ? layer.links.filter(({ cells }) => cells.includes(i)).length : 0;
    const warm = layer?.kind === 'heat' ? layer.cells.find(({ cell }) => cell === i) : undefined;
    const ply = scores && view.handles.find((handle) => landing(handle) === i)?.ply;
    const score = scores?.kind === 'labels' ? scores.plies.find(({ move }) => move === ply) : undefined;
    return [
      view.geometry.cells[i].name,
      placed ? say(view.geometry.pieces[placed.piece].name) : t('page-cell-empty'),
      placed?.state && t('page-cell-state', { state: placed.state }),
      view.last.includes(i) && t('page-cell-last'),
      view.picture.winning?.includes(i) && t('page-cell-winning'),
      goals.includes(i) && t('page-cell-target'),
      warm && say(warm.label),
      layer?.kind === 'trails' && toldTrails(layer, view.geometry, i, frame)?.[1],
      marked && `${say(marked.label)}: ${say(marked.reason)}`,
      joined > 0 && t('page-links-count', { n: joined }),
      score && say(score.label),
    ]
      .filter(Boolean)
      .join(', ');
  }

  /** @param {number} cell */
  point(cell, /** @type {number | null} */ line = null) {
    if (cell === this.hover && line === this.line) return;
    [this.hover, this.line] = [cell, line];
    this.redraw();
  }

  /** The line of the layer under the mouse. @param {PointerEvent} event */
  lineAt(event) {
    const board = /** @type {SVGGElement | null} */ (/** @type {Element} */ (event.currentTarget).querySelector('g'));
    const matrix = this.layer?.kind === 'links' ? board?.getScreenCTM() : null;
    if (!matrix || this.layer?.kind !== 'links') return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return linkAt(this.layer, /** @type {View} */ (this.table.view).geometry, x, y);
  }

  /** The lower corner that the board as it lies leaves more room in. @param {Geometry} geometry @param {[number, number]} size of the box it is drawn in */
  freeCorner(geometry, [w, tall]) {
    const [left, top] = box({ geometry, turn: this.turn });
    const near = (/** @type {number} */ corner) =>
      Math.min(
        ...geometry.cells.map((cell) => {
          const [x, y] = turnPoint(cell.x, cell.y, this.turn);
          return Math.hypot(x - (left + corner * w), y - (top + tall));
        }),
      );
    return near(1) > near(0) + 1 ? 'right' : 'left';
  }

  /** @param {PointerEvent} event */
  move(event) {
    const cell = under(event);
    const { table } = this;
    if (this.from >= 0 && cell !== this.from && this.lifts(this.from) && table.turn().may) {
      // The hand has left the cell with the piece: it is being carried.
      if (table.held.cells[0] !== this.from) table.held = { cells: [this.from], piece: null };
      this.point(cell);
    } else {
      const mouse = event.pointerType === 'mouse';
      this.point(mouse ? cell : -1, mouse ? this.lineAt(event) : null);
    }
  }

  /** Whether something on a cell can be carried elsewhere. @param {number} cell */
  lifts(cell) {
    return lifts(/** @type {View} */ (this.table.view).handles, cell);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    this.from = cellOf(event.target);
    // A finger that rests on a cell sees what the layer says of it before anything is played.
    if (event.pointerType !== 'mouse' && this.about !== this.from) {
      this.about = this.from;
      this.redraw();
    }
  }

  /** @param {PointerEvent} event */
  release(event) {
    const from = this.from;
    this.from = -1;
    const to = under(event);
    if (from >= 0 && to < 0 && this.lifts(from)) {
      this.table.held = EMPTY;
      this.redraw();
    }
    if (from < 0 || to < 0) return;
    this.focus = to;
    if (from === to) this.touch(to, event.pointerType !== 'mouse');
    else this.carry(from, to);
  }

  /** A drag from cell to cell. @param {number} from @param {number} to */
  carry(from, to) {
    const { table } = this;
    const view = /** @type {View} */ (table.view);
    const turn = table.turn();
    if (!view.handles.some(({ kind }) => kind === 'path')) return;
    if (!turn.may) {
      table.refuse(turn.why);
      return;
    }
    const answer = drag(view.handles, from, to);
    table.held = answer && 'hold' in answer ? answer.hold : EMPTY;
    if (answer && 'play' in answer) void table.play(answer.play);
    else if (!answer)
      void table.explain(
        { cells: [from, to], piece: null },
        { id: 'page-no-way', args: { cell: view.geometry.cells[to].name } },
      );
    this.redraw();
  }

  /** Whether the layer that is shown has something to say of a cell. @param {number} cell */
  explains(cell) {
    const { layer } = this;
    return (
      (layer?.kind === 'links' && pointedLinks(layer, cell, null).length > 0) ||
      (layer?.kind === 'marks' && layer.marks.some((mark) => mark.cell === cell))
    );
  }

  /** A tap, a click or Enter on a cell. @param {number} cell @param {boolean} finger */
  touch(cell, finger) {
    const { table } = this;
    const view = /** @type {View} */ (table.view);
    const turn = table.turn();
    if (!turn.may && this.explains(cell)) {
      this.about = cell;
      return this.redraw();
    }
    if (!turn.may) return table.refuse(turn.why);
    const answer = tap(view, table.held, cell);
    const name = view.geometry.cells[cell].name;
    if ('play' in answer) {
      const small = spacing(view.geometry) * this.scale < SMALL;
      if (finger && small && table.armed !== answer.play) {
        table.armed = answer.play;
        table.refusal = { id: 'page-tap-again', args: { move: answer.play } };
        return this.redraw();
      }
      void table.play(answer.play);
    } else if ('hold' in answer) {
      table.held = answer.hold;
      table.refusal = null;
    } else if ('drop' in answer) {
      table.held = EMPTY;
    } else if (this.explains(cell)) {
      table.held = EMPTY;
      this.about = cell;
    } else {
      const tried = { cells: [...table.held.cells, cell], piece: table.held.piece };
      // A piece from the tray stays in the hand; one on the board is let go.
      if (tried.piece === null) table.held = EMPTY;
      void table.explain(tried, {
        id: { taken: 'page-cell-taken', way: 'page-no-way', nothing: 'page-no-move' }[answer.no],
        args: { cell: name },
      });
    }
    return this.redraw();
  }

  /** Puts the waiting piece with this letter onto a cell; whether there is one. @param {number} cell @param {string} letter */
  placeByLetter(cell, letter) {
    const { table } = this;
    const { geometry, handles } = /** @type {View} */ (table.view);
    const put = handles.find(
      (handle) =>
        handle.kind === 'place' &&
        handle.lands === cell &&
        geometry.pieces[handle.piece].letter.toLowerCase() === letter.toLowerCase(),
    );
    if (put) void table.play(put.ply);
    return put !== undefined;
  }

  /** @param {KeyboardEvent} event */
  strike(event) {
    const cell = cellOf(event.target);
    if (cell < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const view = /** @type {View} */ (this.table.view);
    if (event.key.startsWith('Arrow')) {
      const next = neighbour(view.geometry, cell, event.key, this.turn);
      this.focus = next;
      /** @type {SVGElement | null} */ (document.querySelector(`[data-cell="${next}"]`))?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.touch(cell, false);
    } else if (event.key === 'Escape') {
      this.table.held = EMPTY;
      this.table.armed = null;
      this.table.hint = null;
    } else if (!this.placeByLetter(cell, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.redraw();
  }
}

/** The cell at a point of the screen; -1 is none. @param {number} x @param {number} y */
export const cellAt = (x, y) => cellOf(document.elementFromPoint(x, y));

/** The cell an event is about. @param {EventTarget | null} target */
function cellOf(target) {
  const element = target instanceof Element ? target.closest('[data-cell]') : null;
  return element ? Number(element.getAttribute('data-cell')) : -1;
}

/**
 * The cell under a pointer. A finger's events keep going to where it came down; only its place
 * tells where it is now.
 * @param {PointerEvent} event
 */
const under = (event) =>
  cellOf(
    event.pointerType === 'mouse' ? event.target : document.elementFromPoint(event.clientX, event.clientY),
  );
