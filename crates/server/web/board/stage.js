// The board as it is played on: pointing, dragging, touching and the keyboard.

import { column, lineOf, room } from '../analysis/labels.js';
import { overlay, together } from '../analysis/layers.js';
import { linkAt, pointedLinks } from '../analysis/links.js';
import { h } from '../parts/dom.js';
import { t } from '../parts/words.js';
import { board, box, follow, neighbour, say } from './board.js';
import { drawn } from './drawn.js';
import { drag, EMPTY, lifts, signs, tap, targets } from './hand.js';
import { ghost, meant } from './meant.js';
import { numbers, signed } from './numbers.js';
import { Pen } from './pen.js';
import { spacing } from './shapes.js';
import { spoken } from './spoken.js';
import { freeCorner, turnChoice, turnOf } from './turns.js';
import { cellOf, under } from './under.js';

/** @import {Children} from '../parts/dom.js' */
/** @import {Table} from '../play/table.js' */
/** @import {Layer} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Figures} from '../analysis/labels.js' */
/** @import {Scene} from './board.js' */

/** @typedef {{cell: number, line: number | null}} Pointed what somebody points at; a cell of -1 is none */
/**
 * @typedef {object} Shown what is shown on the board besides the position
 * @property {Layer | null} layer
 * @property {Figures} figures
 * @property {boolean} analysing
 * @property {number | null} [row] the only row of the layer to be drawn
 * @property {number} [frame] the time that is shown of a layer that has several
 * @property {(ply: string) => void} [pick] called with a ply whose label is pressed
 * @property {{whose: string, other: string, layer: Layer} | null} [beside] what another analyst says of each ply, and what the two are called
 * @property {Layer | null} [scores] what each ply is worth, shown besides the layer
 * @property {boolean} [scoring] whether that is wanted, known or not yet
 * @property {Children} [tool] what is pressed at the board
 * @property {(event: WheelEvent) => void} [wheel] hears the wheel over the board
 * @property {string} [sign] how good the last ply was
 * @property {Iterable<[number, number]>} [order] cells with the number of the ply that was put there
 * @property {boolean} [atTop] whether the board lies at the top of its box and not in the middle
 */

/** Cells smaller than this in pixels ask for a second tap. */
const SMALL = 28;

export class Stage {
  /** @param {Table} table @param {() => void} redraw @param {() => void} told called when somebody points at something else: what is said of it changes, and nothing more */
  constructor(table, redraw, told) {
    this.table = table;
    this.redraw = redraw;
    this.told = told;
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
    /** Units below the board for what is written there. */
    this.below = 0;
    /** The cell that a finger or the keyboard is on; -1 is none. */
    this.about = -1;
    /** The line of a layer under the mouse. @type {number | null} */
    this.line = null;
    this.pen = new Pen({
      marks: () => table.marks,
      keep: (marks) => void table.draw(marks),
      follow: () => this.follow(),
    });
    /** Whether somebody has come to the cells by the keyboard: then arrows go from cell to cell, otherwise through the game. */
    this.keyed = false;
    /** Whether a hand is down on the board. */
    this.pressed = false;
    /** What the board was last drawn with. @type {Shown} */
    this.how = { layer: null, figures: 'none', analysing: false };
    this.scale = 1;
    /** @type {Element | null} */
    this.element = null;
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

  /** Pixels from the lower end of a board that lies at the top of its box to whatever is at the bottom of the page. */
  get spare() {
    const { table, element, size, turn, below, scale } = this;
    if (!table.view || !element) return 0;
    const [, , , tall] = box({ geometry: table.view.geometry, turn, room: below });
    const under = element.nextElementSibling?.getBoundingClientRect();
    const end = (under?.bottom ?? 0) - element.getBoundingClientRect().top;
    return Math.max(end, size.h) - tall * scale;
  }

  /** What the layers speak of: the cell and the line that somebody points at. @returns {Pointed} */
  get pointed() {
    return { cell: this.hover >= 0 ? this.hover : this.about, line: this.line };
  }

  /** @param {Shown} how */
  view(how) {
    this.how = how;
    this.settle();
    const { table, turn } = this;
    const { game, geometry } = /** @type {View} */ (table.view);
    return h(
      'div',
      {
        class: 'board',
        key: 'board',
        hook: (/** @type {Element} */ element) => {
          this.element = element;
          this.observer.observe(element);
        },
        // Not on the drawing: one that listens for this takes the focus itself.
        onfocusin: (/** @type {FocusEvent} */ event) => {
          const cell = cellOf(event.target);
          if (cell < 0) return;
          if (!this.pressed) this.keyed = true;
          if (/** @type {Element} */ (event.target).matches(':focus-visible')) this.speak(cell);
          this.comeTo(cell);
        },
        onwheel: how.wheel,
        onfocusout: () => {
          this.keyed = false;
          this.speak(-1);
        },
      },
      board({
        ...this.scene(),
        hit: this.hit(),
        props: { ...this.hears(), preserveAspectRatio: how.atTop ? 'xMidYMin' : null },
      }),
      h(
        'div',
        { class: `tools-at ${freeCorner(geometry, turn, this.below)}` },
        how.tool,
        turnChoice(game, geometry, this.size, turn, table.seat, this.redraw),
      ),
    );
  }

  /** How the board lies in the room there is, and how big that makes it. */
  settle() {
    const { table } = this;
    const { game, geometry, handles } = /** @type {View} */ (table.view);
    // What was shown of another position is not shown of this one.
    if (this.key !== table.key()) {
      [this.key, this.shown, this.path] = [table.key(), null, null];
      [this.about, this.line] = [-1, null];
    }
    if (geometry.entrance === 'drop' || handles.some((handle) => column(geometry, handle) !== undefined))
      this.columns = true;
    this.turn = turnOf(game, geometry, this.size, this.turn, table.seat);
    const scale = (below = 0) => {
      const [, , w, tall] = box({ geometry, turn: this.turn, room: below });
      return Math.min(this.size.w / w, this.size.h / tall);
    };
    // Room for what is written under the columns is always kept, so that nothing jumps.
    this.below = this.columns ? room(geometry, scale()) : 0;
    this.scale = scale(this.below);
  }

  /** The board as it is to be seen now. @returns {Scene} */
  scene() {
    const { table, turn, scale } = this;
    const view = /** @type {View} */ (table.view);
    const { geometry, handles } = view;
    const { may } = table.turn();
    const handle = meant(table, this.shown, this.hover);
    const bodes = ghost(table, handle);
    // What is proposed is to be seen at once, not only under a hand.
    const proposed = bodes && [this.shown, table.proposal].includes(handle?.ply ?? '') ? [bodes.cell] : [];
    return {
      geometry,
      picture: table.picture,
      turn,
      room: this.below,
      scale,
      last: (table.pending ?? table.instead)?.last ?? view.last,
      ways: table.pending || table.instead ? [] : view.ways,
      overlay: this.overlay(),
      ghost: bodes,
      band: handle && handle.kind === 'tap' && this.hover >= 0 ? handle.cells : [],
      selected: [...table.held.cells.slice(-1), ...proposed],
      signs: may ? signs(handles, table.held) : undefined,
      entering: table.entering,
      label: t('page-board', {
        game: { id: `game-${view.game}` },
        side: geometry.sides[view.side === 'first' ? 0 : 1].name,
      }),
    };
  }

  /** What the layers put onto the board. */
  overlay() {
    const { layer, figures, row, frame, pick, scores, order, sign, beside } = this.how;
    const { geometry, handles } = /** @type {View} */ (this.table.view);
    /** @type {Layer | null} */
    const way = this.path && {
      id: 'line',
      title: { id: 'page-line' },
      sentence: { id: 'page-line' },
      kind: 'paths',
      paths: [this.path],
    };
    const over = way ?? layer ?? this.plan();
    /** @type {Parameters<typeof overlay>[1]} */
    const on = {
      geometry,
      handles,
      taken: this.table.picture.pieces.map(({ cell }) => cell),
      figures: over?.kind === 'trails' && spacing(geometry) * this.scale < SMALL ? 'none' : figures,
      turn: this.turn,
      scale: this.scale,
      cell: this.pointed.cell,
      row: this.line ?? row,
      frame,
      pick,
    };
    // Below columns there may be room for what another says of them.
    const two = beside && over === layer && layer?.kind === 'labels' && this.columns && this.hasLine();
    const { under, over: above } = drawn(geometry, this.pen.shown(), this.turn);
    // A line that is not the game has numbers of its own.
    const stands = new Set(this.table.instead ? [] : on.taken);
    const told = order ? numbers(geometry, [...order].filter(([cell]) => stands.has(cell)), this.turn, false) : [];
    const { last } = /** @type {View} */ (this.table.view);
    if (sign && last.length && !this.table.instead && !this.table.pending) told.push(signed(geometry, last[last.length - 1], sign, this.turn));
    const byHand = { fills: new Map(), under, links: [], figures: [...told, ...above], below: [] };
    return together(
      together(
        two
          ? together(overlay(layer, { ...on, whose: beside.whose }), overlay(beside.layer, { ...on, whose: beside.other, line: 1 }))
          : over
            ? overlay(over, on)
            : undefined,
        // With a piece in hand the board says where that can go, and nothing lies over it.
        scores && over?.kind !== 'labels' && !this.table.held.cells.length ? overlay(scores, on) : undefined,
      ),
      under.length || above.length || told.length ? byHand : undefined,
    );
  }

  /** Whether there is room for a further line below the board. */
  hasLine() {
    const { geometry } = /** @type {View} */ (this.table.view);
    const [, , , tall] = box({ geometry, turn: this.turn, room: this.below });
    return (this.size.h - tall * this.scale) / 2 >= lineOf(geometry, this.scale) * this.scale;
  }

  /** The turn that a hint proposes, where it has several steps. @returns {Layer | null} */
  plan() {
    const { table } = this;
    if (table.held.cells.length) return null;
    return (table.proposal && table.hint?.event.thought.layers.find(({ kind }) => kind === 'moves')) || null;
  }

  /** What each cell says, and which of them the keyboard comes to. @returns {(cell: number) => Record<string, any>} */
  hit() {
    const { table, how } = this;
    const { geometry, handles } = /** @type {View} */ (table.view);
    const at = Math.min(this.focus, geometry.cells.length - 1);
    const goals = table.turn().may ? targets(handles, table.held) : [];
    return (i) => ({
      tabindex: i === at ? 0 : -1,
      'aria-label': spoken(table, i, how, goals),
      'aria-selected': table.held.cells.includes(i) ? 'true' : null,
    });
  }

  /** What the drawing looks like to a hand, and what it hears of one. */
  hears() {
    const { handles } = /** @type {View} */ (this.table.view);
    const carries = handles.some(({ kind }) => kind === 'path');
    return {
      class: `${this.table.turn().may ? 'live' : 'rest'}${carries ? ' carries' : ''}`,
      onpointermove: (/** @type {PointerEvent} */ event) => this.move(event),
      onpointerleave: () => this.point(-1),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.press(event),
      onpointerup: (/** @type {PointerEvent} */ event) => this.release(event),
      // A finger that draws does not push the page away.
      ontouchmove: (/** @type {Event} */ event) => this.pen.draws && event.preventDefault(),
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
      onpointercancel: () => {
        this.pen.drop();
        this.pressed = false;
        [this.from, this.about, this.hover, this.line] = [-1, -1, -1, null];
        this.follow();
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.strike(event),
    };
  }

  /** Shows what somebody points at. A pointer moves all the time: the rest of the page stays as it is. */
  follow() {
    const drawing = this.element?.isConnected ? this.element.firstElementChild : null;
    if (!drawing || !this.table.view) return;
    follow(drawing, this.scene());
    this.told();
  }

  /** Lets the keyboard come to a cell the next time; nothing else of the page is different then. @param {number} cell */
  comeTo(cell) {
    const drawing = this.element?.firstElementChild;
    if (cell === this.focus || !drawing) return;
    this.focus = cell;
    say(drawing, { ...this.scene(), hit: this.hit() });
  }

  /** Lets the layers speak of the cell that the keyboard is on. @param {number} cell */
  speak(cell) {
    if (cell === this.about) return;
    this.about = cell;
    this.follow();
  }

  /** @param {number} cell */
  point(cell, /** @type {number | null} */ line = null) {
    if (cell === this.hover && line === this.line) return;
    [this.hover, this.line] = [cell, line];
    this.follow();
  }

  /** Shows a ply as a proposal while its row is pointed at. @param {string | null} ply */
  propose(ply) {
    this.shown = ply;
    this.follow();
  }

  /** The line of the layer under the mouse. @param {PointerEvent} event */
  lineAt(event) {
    const board = /** @type {SVGGElement | null} */ (/** @type {Element} */ (event.currentTarget).querySelector('g'));
    const { layer } = this.how;
    const matrix = layer?.kind === 'links' ? board?.getScreenCTM() : null;
    if (!matrix || layer?.kind !== 'links') return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return linkAt(layer, /** @type {View} */ (this.table.view).geometry, x, y);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const cell = under(event);
    const { table } = this;
    if (this.pen.move(cell)) return;
    if (this.from >= 0 && cell !== this.from && this.lifts(this.from) && table.turn().may) {
      // The hand has left the cell with the piece: it is being carried.
      if (table.held.cells[0] !== this.from) {
        table.held = { cells: [this.from], piece: null };
        this.redraw();
      }
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
    [this.pressed, this.keyed] = [true, false];
    if (this.pen.press(event, cellOf(event.target)) || event.button !== 0) return;
    this.from = cellOf(event.target);
    // A finger that rests on a cell sees what the layer says of it before anything is played.
    if (event.pointerType !== 'mouse' && this.about !== this.from) {
      this.about = this.from;
      this.follow();
    }
  }

  /** @param {PointerEvent} event */
  release(event) {
    const from = this.from;
    this.from = -1;
    // The click that comes after it may bring the focus here.
    setTimeout(() => (this.pressed = false));
    const to = under(event);
    if (this.pen.release(to)) {
      this.table.held = EMPTY;
      return;
    }
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
    const { layer } = this.how;
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
      // Whoever came here with the mouse goes through the game with them.
      if (!this.keyed) return;
      const next = neighbour(view.geometry, cell, event.key, this.turn);
      this.focus = next;
      /** @type {SVGElement | null} */ (document.querySelector(`[data-cell="${next}"]`))?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.touch(cell, false);
    } else if (event.key === 'Escape') {
      this.table.held = EMPTY;
      this.table.armed = null;
      this.table.hint = null;
      this.keyed = false;
    } else if (!this.placeByLetter(cell, event.key) && !this.pen.strike(event.key, cell)) return;
    event.preventDefault();
    event.stopPropagation();
    this.redraw();
  }
}
