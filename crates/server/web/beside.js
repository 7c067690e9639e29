// What lies beside the board: steps of the turn, pieces to place, and what is done by pressing a button;
// what is out of the ordinary is offered in words.

import { h } from './dom.js';
import { EMPTY } from './hand.js';
import { pieceIcon } from './shapes.js';
import { say, t } from './words.js';

/** @import {Table} from './table.js' */
/** @import {PressHandle, View} from './types.js' */

export class Beside {
  /** @param {Table} table @param {() => void} redraw */
  constructor(table, redraw) {
    this.table = table;
    this.redraw = redraw;
    /** The position at which somebody did not want what was offered. @type {string | null} */
    this.declined = null;
  }

  view() {
    const { table } = this;
    const view = /** @type {View} */ (table.view);
    const { steps, tray = [] } = table.picture;
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
                table.held = table.held.piece === piece ? EMPTY : { cells: [], piece };
                this.redraw();
              },
            },
            pieceIcon(view.geometry, piece),
            h('span', { class: 'num', 'aria-hidden': 'true' }, `× ${count}`),
          ),
        ),
      ),
      h(
        'div',
        { class: 'row' },
        presses.filter((handle) => !this.offers(handle)).map((handle) => this.button(handle, presses.length === 1)),
      ),
      presses.filter((handle) => this.offers(handle)).map((handle) => this.offer(handle)),
    );
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
