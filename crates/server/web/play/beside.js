// What lies beside the board: steps of the turn, pieces to place, and what is done by pressing a button;
// what is out of the ordinary is offered in words.

import { EMPTY } from '../board/hand.js';
import { pieceIcon } from '../board/shapes.js';
import { cellAt } from '../board/under.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { say, t } from '../parts/words.js';

/** @import {Stage} from '../board/stage.js' */
/** @import {PressHandle, View} from '../parts/wire.js' */
/** @import {Table} from './table.js' */

export class Beside {
  /** @param {Table} table @param {Stage} stage @param {() => void} redraw */
  constructor(table, stage, redraw) {
    this.table = table;
    this.stage = stage;
    /** A piece that was carried onto the board: the click that comes after it means nothing. */
    this.carried = false;
    this.redraw = redraw;
    /** The position at which somebody did not want what was offered. @type {string | null} */
    this.declined = null;
  }

  /** Whether something waits there in every turn of this position: steps of a turn, or pieces to place. */
  get standing() {
    const { steps, tray = [] } = this.table.picture;
    return Boolean(steps || tray.length);
  }

  view() {
    const { table } = this;
    const view = /** @type {View} */ (table.view);
    const { steps, tray = [], barred = [] } = table.picture;
    const presses = view.handles.flatMap((handle) => (handle.kind === 'press' ? [handle] : []));
    if (!steps && !tray.length && !presses.length) return null;
    const may = table.turn().may;
    return h(
      'div',
      { class: 'ask' },
      h(
        'div',
        { class: 'row' },
        steps &&
          h(
            'div',
            { class: 'pips', role: 'img', 'aria-label': t('page-steps', { done: steps.done, of: steps.of }) },
            Array.from({ length: steps.of }, (_, i) => h('i', { class: i < steps.done ? 'on' : null })),
          ),
        steps && h('span', { class: 'small soft' }, t('page-steps-left', { n: steps.of - steps.done })),
        tray.map(({ piece, count }) =>
          h(
            'button',
            {
              class: 'waiting',
              'aria-pressed': String(table.held.piece === piece),
              disabled:
                !may ||
                !count ||
                !view.handles.some((handle) => handle.kind === 'place' && handle.piece === piece),
              'aria-label': t('page-tray', { piece: view.geometry.pieces[piece].name, n: count }),
              onclick: () => {
                if (!this.carried) table.held = table.held.piece === piece ? EMPTY : { cells: [], piece };
                this.carried = false;
                this.redraw();
              },
              onpointerdown: (/** @type {PointerEvent} */ event) => {
                // Whoever carries a piece away from here goes on being heard here.
                /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
                this.carried = false;
              },
              onpointermove: (/** @type {PointerEvent} */ event) => {
                if (!event.buttons) return;
                const cell = cellAt(event.clientX, event.clientY);
                if (cell >= 0 && table.held.piece !== piece) {
                  table.held = { cells: [], piece };
                  this.redraw();
                }
                this.stage.point(cell);
              },
              onpointerup: (/** @type {PointerEvent} */ event) => {
                const cell = cellAt(event.clientX, event.clientY);
                if (cell < 0) return;
                this.carried = true;
                table.held = { cells: [], piece };
                this.stage.touch(cell, false);
              },
            },
            pieceIcon(view.geometry, piece),
            count > 1 && h('span', { class: 'num', 'aria-hidden': 'true' }, `× ${count}`),
          ),
        ),
      ),
      h(
        'div',
        { class: 'row' },
        Boolean(steps?.done) && this.undo(),
        presses
          .map((handle, i) => ({ handle, main: i === 0 }))
          .filter(({ handle }) => !this.offers(handle))
          // What ends a turn is at the end of its row.
          .sort((one, other) => (steps ? Number(one.main) - Number(other.main) : 0))
          .map(({ handle, main }) => this.button(handle, main && !barred.length)),
        barred.map(({ button, why }) =>
          h(
            'button',
            // It can be pressed all the same, to hear why not.
            {
              type: 'button',
              class: 'btn',
              'aria-disabled': 'true',
              title: say(why),
              onclick: () => this.press(),
            },
            say(button),
          ),
        ),
      ),
      presses.filter((handle) => this.offers(handle)).map((handle) => this.offer(handle)),
    );
  }

  /** Takes back one step of the turn. */
  undo() {
    const { table } = this;
    return h(
      'button',
      {
        type: 'button',
        class: 'btn',
        disabled: !table.turn().may,
        onclick: () => void table.take('undo'),
      },
      icon('undo'),
      t('page-undo-step'),
    );
  }

  /** Does what the first button does, or says why it cannot be done; whether there is one. */
  press() {
    const { table } = this;
    const view = /** @type {View} */ (table.view);
    const first = view.handles.find((handle) => handle.kind === 'press' && !handle.about);
    const barred = table.picture.barred?.[0];
    const turn = table.turn();
    if (barred) table.refuse(turn.may ? barred.why : turn.why);
    else if (first) void table.play(first.ply);
    return Boolean(barred || first);
  }

  /** A button for a ply that is made by pressing one. @param {PressHandle} handle @param {boolean} main */
  button(handle, main) {
    return h(
      'button',
      {
        type: 'button',
        class: `btn${main ? ' main' : ''}`,
        disabled: !this.table.turn().may,
        onclick: () => void this.table.play(handle.ply),
      },
      say(handle.button),
    );
  }

  /** Whether a ply is offered to the person who moves in so many words, not only as a button. @param {PressHandle} handle */
  offers(handle) {
    return Boolean(handle.about) && this.table.turn().may && this.declined !== this.table.key();
  }

  /** @param {PressHandle} handle */
  offer(handle) {
    return h(
      'section',
      { class: 'offer', 'aria-label': t('page-offer') },
      h('p', null, h('b', null, t('page-offer')), ' ', say(handle.about ?? handle.button)),
      h(
        'div',
        { class: 'row' },
        this.button(handle, true),
        h(
          'button',
          {
            type: 'button',
            class: 'btn',
            onclick: () => {
              this.declined = this.table.key();
              this.redraw();
            },
          },
          t('page-offer-no'),
        ),
      ),
    );
  }
}
