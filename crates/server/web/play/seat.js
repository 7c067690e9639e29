// Who plays a side, changed in the middle of a game: another player, or the same one at another level.

import { h } from '../parts/dom.js';
import { fileField, isFile, Shelf } from '../parts/files.js';
import { field, levelOf, levelSlider, playerText, readPlayer, usual, usualValues, wrong } from '../parts/form.js';
import { icon } from '../parts/icons.js';
import { t } from '../parts/words.js';
import { needs } from './wish.js';

/** @import {GameKind, Key, PlayerKind} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Table} from './table.js' */

/** The player who sits at a side, and what it is set to. @param {GameKind | undefined} kind @param {string} text */
function seated(kind, text) {
  const { name, values } = readPlayer(text);
  const player = kind?.players.find((one) => one.name === name);
  return player ? { player, values: { ...usuals(player), ...values } } : null;
}

/** @param {PlayerKind} player @returns {Record<string, string>} */
const usuals = (player) =>
  Object.fromEntries(player.keys.filter((key) => usual(key) !== '').map((key) => [key.name, usual(key)]));

/** The level of whoever sits at a side, in words; nothing if it has none or is set otherwise. @param {Table} table @param {number} side */
export function levelAt(table, side) {
  const view = /** @type {View} */ (table.view);
  const on = seated(
    table.kinds.find(({ name }) => name === view.game),
    view.players[side],
  );
  const level = on && levelOf(on.player, on.values);
  return level ? t(level.name) : '';
}

export class Seat {
  /** @param {Table} table @param {() => void} redraw */
  constructor(table, redraw) {
    this.table = table;
    this.redraw = redraw;
    this.shelf = new Shelf(redraw);
    /** The side whose player is being chosen; null is none. @type {number | null} */
    this.side = null;
    this.name = '';
    /** @type {Record<string, string>} */
    this.values = {};
  }

  get kind() {
    return this.table.kinds.find(({ name }) => name === this.table.view?.game);
  }

  /** @param {number} side */
  open(side) {
    if (this.side === side) return this.close();
    const view = /** @type {View} */ (this.table.view);
    const on = seated(this.kind, view.players[side]);
    this.side = side;
    this.name = on?.player.name ?? view.players[side];
    this.values = on?.values ?? {};
    if (this.kind?.players.some(({ keys }) => keys.some(isFile))) void this.shelf.load();
    return this.redraw();
  }

  close() {
    this.side = null;
    this.redraw();
  }

  /** @param {string} name */
  choose(name) {
    const player = this.kind?.players.find((one) => one.name === name);
    this.name = name;
    this.values = player ? { ...usuals(player), ...usualValues(player) } : {};
    this.redraw();
  }

  /** @param {Record<string, string>} values */
  set(values) {
    this.values = values;
    this.redraw();
  }

  /** @param {PlayerKind} player */
  async apply(player) {
    const [side, text] = [this.side, playerText(player, this.values)];
    if (await this.table.act('players', { [side === 0 ? 'first' : 'second']: text })) {
      this.table.announce(t('page-seated', { player: text }));
      this.close();
    }
  }

  /** The button that opens this for a side. @param {number} side */
  opener(side) {
    const view = /** @type {View} */ (this.table.view);
    const words = t('page-seat-change', { side: view.geometry.sides[side].name });
    return h(
      'button',
      {
        type: 'button',
        class: 'tool',
        'aria-label': words,
        title: words,
        'aria-expanded': String(this.side === side),
        disabled: this.table.link !== 'open',
        onclick: () => this.open(side),
      },
      icon('tune'),
    );
  }

  view() {
    const view = /** @type {View} */ (this.table.view);
    const { side, kind } = this;
    if (side === null || !kind) return null;
    const player = kind.players.find(({ name }) => name === this.name) ?? kind.players[0];
    const files = player.keys.filter(isFile);
    const keys = player.keys.filter((key) => !isFile(key));
    const bad = (/** @type {Key} */ key) => {
      const value = this.values[key.name] ?? usual(key);
      return isFile(key) ? this.shelf.wrong(value) : wrong(key, value);
    };
    const refused = player.keys.some(bad);
    return h(
      'section',
      { class: 'sec seat', key: `seat-${side}`, 'data-tab': 'seat' },
      h('h2', { class: 't' }, t('page-seat', { side: view.geometry.sides[side].name })),
      h(
        'label',
        { class: 'field' },
        h('span', { class: 'label' }, t('page-player'), h('small', null, t(player.help))),
        h(
          'select',
          {
            value: player.name,
            // Whoever asked for this wants to choose.
            hook: (/** @type {HTMLElement} */ select) => requestAnimationFrame(() => select.focus()),
            onchange: (/** @type {Event} */ event) =>
              this.choose(/** @type {HTMLSelectElement} */ (event.target).value),
          },
          kind.players.map(({ name, human }) =>
            h('option', { value: name }, human ? t('page-seat-person') : name),
          ),
        ),
      ),
      player.levels.length > 0 && levelSlider(player, this.values, (values) => this.set(values)),
      files.map((key) =>
        fileField(key, this.values[key.name] ?? usual(key), this.shelf, (file) =>
          this.set({ ...this.values, ...(file === usual(key) ? {} : needs(key)), [key.name]: file }),
        ),
      ),
      keys.length > 0 &&
        h(
          'details',
          { key: `fine-${player.name}` },
          h('summary', null, t('page-fine')),
          h(
            'div',
            null,
            keys.map((key) =>
              field(key, this.values, (name, value) => this.set({ ...this.values, [name]: value }), true),
            ),
            h('code', { class: 'code' }, playerText(player, this.values)),
          ),
        ),
      h('p', { class: 'small soft' }, t('page-seat-about')),
      h(
        'div',
        { class: 'row' },
        h(
          'button',
          {
            type: 'button',
            class: 'btn main',
            disabled: refused || this.table.link !== 'open',
            title: refused ? t('page-fix-first') : null,
            onclick: () => void this.apply(player),
          },
          t('page-seat-apply'),
        ),
        h('button', { type: 'button', class: 'btn', onclick: () => this.close() }, t('page-seat-keep')),
      ),
    );
  }
}
