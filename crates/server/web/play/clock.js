// The clocks of a game: what each side has left, counted down here between the server's news.

import { h } from '../parts/dom.js';
import { seg } from '../parts/form.js';
import { t } from '../parts/words.js';
import { Table } from './table.js';

/** @import {View} from '../parts/wire.js' */
/** @import {Choice} from './wish.js' */

/** The clocks to choose from: minutes for the game, none first, and seconds more for each turn. */
const MINUTES = [0, 5, 15, 30, 60];
const EXTRA = [0, 5, 10, 30];

/** Below this the seconds are shown with tenths, and the clock warns. */
const SHORT = 20_000;

/** `1:02:03`, `4:05`, or `9.4` when it is short. @param {number} left in milliseconds */
export function clockFace(left) {
  if (left < SHORT) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export class Clocks {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The news that was last counted from, and when it came. @type {View['clocks']} */
    this.news = null;
    this.since = 0;
    this.called = false;
    this.timer = setInterval(() => this.tick(), 100);
  }

  close() {
    clearInterval(this.timer);
  }

  /** What a side has left now, in milliseconds. @param {number} side */
  left(side) {
    const clocks = this.table.view?.clocks ?? null;
    if (clocks !== this.news) {
      this.news = clocks;
      this.since = performance.now();
      this.called = false;
    }
    if (!clocks) return 0;
    const runs = clocks.running !== null && Table.index(clocks.running) === side;
    return Math.max(0, clocks.left[side] - (runs ? performance.now() - this.since : 0));
  }

  /** Counts down on the page as it stands, and tells the server when a clock has run down. */
  tick() {
    const running = this.table.view?.clocks?.running;
    if (!running) return;
    const side = Table.index(running);
    const left = this.left(side);
    for (const face of document.querySelectorAll(`.clock[data-side="${side}"]`)) {
      face.textContent = clockFace(left);
      face.classList.toggle('short', left < SHORT);
    }
    if (left === 0 && !this.called && this.table.link === 'open') {
      this.called = true;
      void this.table.act('clock');
    }
  }

  /** @param {number} side */
  view(side) {
    const clocks = this.table.view?.clocks;
    if (!clocks) return null;
    const left = this.left(side);
    const runs = clocks.running !== null && Table.index(clocks.running) === side;
    return h(
      'span',
      {
        class: `clock num${runs ? ' runs' : ''}${left < SHORT ? ' short' : ''}`,
        'data-side': side,
        role: 'timer',
        title: t('page-clock-left', { time: clockFace(left) }),
      },
      clockFace(left),
    );
  }
}

/** The choice of how long each side may think. @param {Choice['clock']} clock @param {(part: Partial<Choice['clock']>) => void} set */
export const clockFields = (clock, set) => [
  h(
    'div',
    { class: 'field', title: t('page-clock-about') },
    h('span', { class: 'label' }, t('page-clock'), h('small', null, t('page-clock-minutes'))),
    seg(
      MINUTES.map((n) => [String(n), n ? String(n) : t('page-clock-none')]),
      String(clock.minutes),
      (n) => set({ minutes: Number(n) }),
      t('page-clock'),
    ),
  ),
  clock.minutes > 0 &&
    h(
      'div',
      { class: 'field' },
      h('span', { class: 'label' }, t('page-clock-extra'), h('small', null, t('page-clock-seconds'))),
      seg(
        EXTRA.map((n) => [String(n), String(n)]),
        String(clock.extra),
        (n) => set({ extra: Number(n) }),
        t('page-clock-extra'),
      ),
    ),
];
