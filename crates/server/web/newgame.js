// The dialog before a game: who plays, with which side, on which board.

import * as api from './api.js';
import { thumbnail } from './board.js';
import { h } from './dom.js';
import { field, levelSlider, playerText, usual, usualValues, wrong } from './form.js';
import { icon } from './icons.js';
import { pieceIcon } from './shapes.js';
import { keep, kept } from './store.js';
import { say, t } from './words.js';

/** @import {App, Page} from './app.js' */
/** @import {GameKind, PlayerKind} from './types.js' */

/**
 * @typedef {object} Wish
 * @property {'machine' | 'people' | 'watch'} mode
 * @property {'first' | 'second' | 'lots'} side which side the person plays
 * @property {[string, string]} players the machine (first), and the second one where two play
 * @property {Record<string, string>} options
 * @property {Record<string, Record<string, string>>} keys by player
 */

/** @param {string} name @param {App} app @returns {Page} */
export function newGamePage(name, app) {
  const kind = app.kinds.find((one) => one.name === name);
  const machines = (kind?.players ?? []).filter(({ human }) => !human);
  /** @type {Wish} */
  const wish = {
    mode: 'machine',
    side: 'first',
    players: [kind?.adviser ?? '', machines[0]?.name ?? ''],
    options: {},
    keys: {},
    ...kept(`wish-${name}`, {}),
  };
  // What was remembered may be of another version.
  wish.players = /** @type {[string, string]} */ (
    wish.players.map((one) =>
      machines.some((machine) => machine.name === one) ? one : (kind?.adviser ?? ''),
    )
  );
  let trouble = '';
  let busy = false;
  /** Which of two machines is being chosen. */
  let turn = 0;

  const change = (/** @type {Partial<Wish>} */ part) => {
    Object.assign(wish, part);
    keep(`wish-${name}`, wish);
    trouble = '';
    app.redraw();
  };
  /** @param {string} player */
  const machine = (player) => /** @type {PlayerKind} */ (machines.find((one) => one.name === player));
  /** @param {string} player */
  const set = (player) => wish.keys[player] ?? usualValues(machine(player));
  /** @param {string} player */
  const typed = (player) => playerText(machine(player), set(player));
  const chosen = () => wish.players[wish.mode === 'watch' ? turn : 0];

  const refused = () => {
    const players = wish.mode === 'people' ? [] : wish.mode === 'watch' ? wish.players : [wish.players[0]];
    return Boolean(
      kind?.options.some((key) => wrong(key, wish.options[key.name] ?? usual(key))) ||
      players.some((player) =>
        machine(player)?.keys.some((key) => wrong(key, set(player)[key.name] ?? usual(key))),
      ),
    );
  };

  const begin = async () => {
    if (busy || !kind || refused()) return;
    busy = true;
    trouble = '';
    app.redraw();
    const first =
      wish.mode === 'watch' || wish.side === 'first' || (wish.side === 'lots' && Math.random() < 0.5);
    const pair =
      wish.mode === 'people'
        ? ['human', 'human']
        : wish.mode === 'watch'
          ? [typed(wish.players[0]), typed(wish.players[1])]
          : first
            ? ['human', typed(wish.players[0])]
            : [typed(wish.players[0]), 'human'];
    const options = Object.fromEntries(
      kind.options
        .map((key) => [key.name, wish.options[key.name] ?? usual(key)])
        .filter(([, value]) => value !== ''),
    );
    try {
      const view = await api.begin({ game: name, options, first: pair[0], second: pair[1] });
      location.hash = `#/game/${view.id}`;
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
      app.announce(trouble);
    }
    busy = false;
    app.redraw();
  };

  /** @param {[string, string | import('./dom.js').Child[]][]} choices @param {string} on @param {(choice: string) => void} pick @param {string} label */
  const seg = (choices, on, pick, label) =>
    h(
      'div',
      { class: 'seg', role: 'group', 'aria-label': label },
      choices.map(([choice, words]) =>
        h(
          'button',
          { type: 'button', 'aria-pressed': String(choice === on), onclick: () => pick(choice) },
          words,
        ),
      ),
    );

  const list = () =>
    h(
      'div',
      { class: 'pick', role: 'radiogroup', 'aria-label': t('page-player') },
      machines.map((player, i) =>
        h(
          'button',
          {
            type: 'button',
            class: 'opt',
            role: 'radio',
            'aria-checked': String(player.name === chosen()),
            tabindex: player.name === chosen() ? 0 : -1,
            // On a phone the list is a row that may begin beyond the chosen one.
            hook: (/** @type {HTMLElement} */ option) => {
              if (player.name === chosen())
                requestAnimationFrame(() => option.scrollIntoView({ block: 'nearest', inline: 'center' }));
            },
            onclick: () => choose(player.name),
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
              const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
              if (!step) return;
              event.preventDefault();
              event.stopPropagation();
              const next = (i + step + machines.length) % machines.length;
              choose(machines[next].name);
              /** @type {HTMLElement | undefined} */ (
                /** @type {HTMLElement} */ (event.currentTarget).parentElement?.children[next]
              )?.focus();
            },
          },
          h('b', null, player.name),
          h('p', null, t(player.help)),
        ),
      ),
    );
  const choose = (/** @type {string} */ player) => {
    const players = /** @type {[string, string]} */ ([...wish.players]);
    players[wish.mode === 'watch' ? turn : 0] = player;
    change({ players });
  };

  /** @param {GameKind} kind */
  const settings = (kind) => {
    const { geometry } = kind;
    const sideWords = (/** @type {0 | 1} */ i) => [
      pieceIcon(geometry, geometry.sides[i].piece, 'pip'),
      say(geometry.sides[i].name),
    ];
    const player = machine(chosen());
    const values = player ? set(player.name) : {};
    return h(
      'div',
      { class: 'set' },
      wish.mode === 'people' && h('p', { class: 'small soft' }, t('page-people-about')),
      wish.mode === 'watch' && h('p', { class: 'small soft' }, t('page-watch-about')),
      wish.mode !== 'people' &&
        player?.levels.length > 0 &&
        levelSlider(player, values, (all) => change({ keys: { ...wish.keys, [player.name]: all } })),
      h(
        'div',
        null,
        wish.mode === 'machine' &&
          h(
            'div',
            { class: 'field' },
            h('span', null, t('page-you-play')),
            seg(
              [
                ['first', sideWords(0)],
                ['second', sideWords(1)],
                ['lots', t('page-lots')],
              ],
              wish.side,
              (side) => change({ side: /** @type {Wish['side']} */ (side) }),
              t('page-you-play'),
            ),
          ),
        wish.mode === 'watch' &&
          h(
            'div',
            { class: 'field' },
            h('span', null, t('page-choosing')),
            seg(
              [0, 1].map((i) => [
                String(i),
                [...sideWords(/** @type {0 | 1} */ (i)), ` · ${wish.players[i]}`],
              ]),
              String(turn),
              (i) => {
                turn = Number(i);
                app.redraw();
              },
              t('page-choosing'),
            ),
          ),
        kind.options.map((key) =>
          field(
            key,
            wish.options,
            (option, value) => change({ options: { ...wish.options, [option]: value } }),
            false,
          ),
        ),
      ),
      wish.mode !== 'people' &&
        player &&
        h(
          'details',
          {
            key: `fine-${player.name}`,
            open: kept('fine', false),
            ontoggle: (/** @type {Event} */ event) =>
              keep('fine', /** @type {HTMLDetailsElement} */ (event.target).open),
          },
          h('summary', null, t('page-fine')),
          h(
            'div',
            null,
            player.keys.length
              ? player.keys.map((key) =>
                  field(
                    key,
                    values,
                    (setting, value) =>
                      change({ keys: { ...wish.keys, [player.name]: { ...values, [setting]: value } } }),
                    true,
                  ),
                )
              : h('p', { class: 'small soft' }, t('page-fine-none', { player: player.name })),
            h('code', { class: 'code' }, typed(player.name)),
            player.keys.some((key) => values[key.name] !== undefined && values[key.name] !== usual(key)) &&
              h(
                'button',
                {
                  type: 'button',
                  class: 'btn plain',
                  onclick: () => {
                    const { [player.name]: _, ...rest } = wish.keys;
                    change({ keys: rest });
                  },
                },
                t('page-fine-reset'),
              ),
          ),
        ),
      trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
    );
  };

  const view = () => {
    if (!kind)
      return h(
        'div',
        { class: 'page' },
        h(
          'div',
          { class: 'box empty' },
          h('h1', null, t('page-no-such-game', { name })),
          h('p', null, h('a', { class: 'btn main', href: '#/' }, t('page-home'))),
        ),
      );
    /** @type {[Wish['mode'], string][]} */
    const modes = [
      ['machine', t('page-mode-machine')],
      ['people', t('page-mode-people')],
      ['watch', t('page-mode-watch')],
    ];
    return h(
      'div',
      { class: 'scrim' },
      h('div', { class: 'back', 'aria-hidden': 'true' }, thumbnail(kind.geometry, { pieces: [] })),
      h(
        'div',
        {
          class: `dlg ${wish.mode}`,
          role: 'dialog',
          'aria-labelledby': 'new-title',
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void begin();
          },
        },
        h(
          'header',
          null,
          h('h1', { id: 'new-title' }, t(`game-${name}`)),
          seg(
            modes,
            wish.mode,
            (mode) => change({ mode: /** @type {Wish['mode']} */ (mode) }),
            t('page-mode'),
          ),
          h(
            'a',
            { class: 'tool', href: '#/', 'aria-label': t('page-close'), title: t('page-close') },
            icon('close'),
          ),
        ),
        wish.mode !== 'people' && list(),
        settings(kind),
        h(
          'footer',
          null,
          h('span', { class: 'small soft' }, t(`game-${name}-about`)),
          h(
            'button',
            {
              type: 'button',
              class: 'btn main',
              disabled: busy || refused(),
              title: refused() ? t('page-fix-first') : null,
              onclick: () => void begin(),
            },
            icon('play'),
            h('span', null, t('page-play')),
          ),
        ),
      ),
    );
  };
  return {
    view,
    title: () => t(`game-${name}`),
    close() {},
    key(event) {
      if (event.key !== 'Escape') return false;
      location.hash = '#/';
      return true;
    },
  };
}
