// The list of what happens, a line a moment. Of a long story only the lines in sight are drawn.

import { h } from '../parts/dom.js';
import { figure, say, short, t } from '../parts/words.js';
import { sign } from './signs.js';

/** @import {Clock} from './clock.js' */
/** @import {Tale} from './tale.js' */

/** Lines drawn above and below those in sight. */
const SPARE = 12;

export class Events {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {HTMLElement | null} */
    this.element = null;
    this.top = 0;
    this.shown = -1;
  }

  /** @param {Tale} tale @param {Clock} clock */
  view(tale, clock) {
    const row = this.row();
    const tall = this.element?.clientHeight || 160;
    if (clock.at !== this.shown) {
      this.shown = clock.at;
      this.top = Math.max(0, Math.min(tale.length * row - tall, (clock.at + 0.5) * row - tall / 2));
      queueMicrotask(() => {
        if (this.element) this.element.scrollTop = this.top;
      });
    }
    const from = Math.max(0, Math.floor(this.top / row) - SPARE);
    const to = Math.min(tale.length, Math.ceil((this.top + tall) / row) + SPARE);
    const lines = tale.story.moments.slice(from, to);
    return h(
      'div',
      {
        class: 'evs',
        key: 'events',
        tabindex: 0,
        role: 'region',
        'aria-label': t('page-study-events'),
        hook: (/** @type {HTMLElement} */ element) => {
          this.element = element;
          this.shown = -1;
          queueMicrotask(this.redraw);
        },
        onscroll: () => this.scrolled(),
      },
      h('div', { class: 'evspace', style: `height:${from * row}px`, key: 'above' }),
      lines.map((moment, i) => {
        const at = from + i;
        return h(
          'button',
          {
            type: 'button',
            key: at,
            class: at > clock.at ? 'later' : null,
            'aria-current': at === clock.at ? 'step' : null,
            'data-at': at,
            onclick: () => clock.go(at),
          },
          h('i', null, figure(at + 1)),
          sign(moment.kind),
          h('span', null, say(moment.brief)),
          h('em', null, moment.figure ? short(say(moment.figure)) : ''),
        );
      }),
      h('div', { class: 'evspace', style: `height:${(tale.length - to) * row}px`, key: 'below' }),
    );
  }

  /** How tall a line is. */
  row() {
    const wide = this.element && parseFloat(getComputedStyle(this.element).getPropertyValue('--tl-row'));
    return wide || 34;
  }

  scrolled() {
    const top = this.element?.scrollTop ?? 0;
    if (Math.abs(top - this.top) < this.row() * (SPARE - 4)) return;
    this.top = top;
    this.redraw();
  }
}
