// A board to point at outside a game: cells with roving focus, by mouse, touch or keyboard.

import { room } from '../analysis/labels.js';
import { h } from '../parts/dom.js';
import { board, box, neighbour } from './board.js';
import { turnOf } from './turns.js';
import { cellAt, cellOf } from './under.js';

/** @import {Geometry} from '../types.js' */
/** @import {Scene} from './board.js' */

/**
 * @typedef {object} Pointing
 * @property {(cell: number) => void} touch a tap, a click, Enter or the space bar
 * @property {(cell: number) => void} [stroke] the pointer, held down, has come to another cell
 * @property {() => void} [end] it is held down no longer
 * @property {(cell: number, key: string) => boolean} [key] any other key; whether it was for the cell
 * @property {(cell: number) => string} spoken what a cell says
 */

export class Grid {
  /** @param {Pointing} pointing @param {() => void} redraw */
  constructor(pointing, redraw) {
    this.pointing = pointing;
    this.redraw = redraw;
    this.focus = 0;
    this.size = { w: 460, h: 400 };
    /** How the board lies, in degrees. */
    this.turn = 0;
    /** The cell the pointer is held down on. */
    this.held = -1;
    this.observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      if (!width || (Math.abs(width - this.size.w) < 1 && Math.abs(height - this.size.h) < 1)) return;
      this.size = { w: width, h: height };
      this.redraw();
    });
  }

  close() {
    this.observer.disconnect();
  }

  /** Pixels for each unit. @param {Geometry} geometry @param {number} below */
  scale(geometry, below) {
    const [, , w, tall] = box({ geometry, turn: this.turn, room: below });
    return Math.min(this.size.w / w, this.size.h / tall);
  }

  /** @param {Scene} scene @param {boolean} written whether something is written under the columns @param {string} [game] whose board lies as it does in play */
  view(scene, written, game) {
    const { geometry } = scene;
    if (game) this.turn = turnOf(game, geometry, this.size, this.turn, 0);
    const below = written ? room(geometry, this.scale(geometry, 0)) : 0;
    const at = Math.min(this.focus, geometry.cells.length - 1);
    return h(
      'div',
      {
        class: 'board',
        key: 'board',
        hook: (/** @type {Element} */ element) => this.observer.observe(element),
        onfocusin: (/** @type {FocusEvent} */ event) => {
          const cell = cellOf(event.target);
          if (cell < 0 || cell === this.focus) return;
          this.focus = cell;
          this.redraw();
        },
      },
      board({
        ...scene,
        turn: this.turn,
        room: below,
        scale: this.scale(geometry, below),
        hit: (i) => ({ tabindex: i === at ? 0 : -1, 'aria-label': this.pointing.spoken(i) }),
        props: {
          class: `live${this.pointing.stroke ? ' carries' : ''}`,
          onpointerdown: (/** @type {PointerEvent} */ event) => {
            const cell = cellAt(event.clientX, event.clientY);
            if (event.button !== 0 || cell < 0) return;
            this.held = this.focus = cell;
            this.pointing.touch(cell);
          },
          onpointermove: (/** @type {PointerEvent} */ event) => {
            const cell = cellAt(event.clientX, event.clientY);
            if (this.held < 0 || cell < 0 || cell === this.held || !event.buttons) return;
            this.held = cell;
            this.pointing.stroke?.(cell);
          },
          onpointerup: () => this.let(),
          onpointercancel: () => this.let(),
          onpointerleave: () => this.let(),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.strike(event, geometry),
        },
      }),
    );
  }

  let() {
    if (this.held >= 0) this.pointing.end?.();
    this.held = -1;
  }

  /** @param {KeyboardEvent} event @param {Geometry} geometry */
  strike(event, geometry) {
    const cell = cellOf(event.target);
    if (cell < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith('Arrow')) {
      this.focus = neighbour(geometry, cell, event.key, this.turn);
      const next = document.querySelector(`[data-cell="${this.focus}"]`);
      /** @type {SVGElement | null} */ (next)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.pointing.touch(cell);
      this.pointing.end?.();
    } else if (!this.pointing.key?.(cell, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.redraw();
  }
}
