// The dialog before a game: who plays, with which side, on which board.

import { thumbnail } from '../board/board.js';
import { pieceIcon } from '../board/shapes.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { fileField, isFile, Shelf } from '../parts/files.js';
import { field, levelSlider, usual } from '../parts/form.js';
import { icon } from '../parts/icons.js';
import { keep, kept } from '../parts/store.js';
import { say, t } from '../parts/words.js';
import { Wish } from '../play/wish.js';
import { Description } from './describe.js';
import { learnLink } from './learn.js';

/** @import {App, Page} from '../app.js' */
/** @import {Choice} from '../play/wish.js' */
/** @import {GameKind, Geometry, Picture} from '../types.js' */

/** The clocks to choose from: minutes for the game, none first, and seconds more for each turn. */
const MINUTES = [0, 5, 15, 30, 60];
const EXTRA = [0, 5, 10, 30];

/** @param {string} name @param {string} position where to begin, if not as usual @param {App} app @returns {Page} */
export function newGamePage(name, position, app) {
  const kind = app.kinds.find((one) => one.name === name);
  return kind ? dialog(kind, position, app) : nowhere(name);
}

/** @param {GameKind} kind @param {string} position @param {App} app @returns {Page} */
function dialog(kind, position, app) {
  const { name } = kind;
  const wish = new Wish(kind);
  const { machines } = wish;
  const shelf = new Shelf(() => app.redraw());
  if (machines.some(({ keys }) => keys.some(isFile))) void shelf.load();
  let trouble = '';
  let busy = false;
  /** What stands on the board at the beginning. @type {Picture} */
  let picture = { pieces: [] };
  if (position) {
    void api.setUp({ game: name, options: wish.asked().options, text: position }).then((laid) => {
      if (laid.position) picture = laid.position.picture;
      else if (laid.refused) trouble = say(laid.refused);
      app.redraw();
    });
  }
  /** The board as the game begins. @returns {[Geometry, Picture]} */
  const beginning = () => {
    const stands = description?.stands;
    return stands ? [stands.geometry, stands.picture] : [kind.geometry, picture];
  };
  /** Which of two machines is being chosen. */
  let turn = 0;

  const change = (/** @type {Partial<Choice>} */ part) => {
    wish.change(part);
    changed();
  };
  const changed = () => {
    trouble = '';
    app.redraw();
  };
  const text = kind.options.find(({ type }) => type === 'text');
  const description =
    text &&
    new Description(
      name,
      text,
      wish.choice.options[text.name],
      (words) => change({ options: { ...wish.choice.options, [text.name]: words } }),
      () => app.redraw(),
    );
  const refused = () => wish.refused(shelf) || Boolean(description?.refused);
  const which = () => (wish.choice.mode === 'watch' ? turn : 0);
  const chosen = () => wish.choice.players[which()];

  const begin = async () => {
    if (busy || refused()) return;
    busy = true;
    trouble = '';
    app.redraw();
    try {
      const view = await api.begin(wish.asked(position));
      location.hash = `#/game/${view.id}`;
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
      app.announce(trouble);
    }
    busy = false;
    app.redraw();
  };

  /** @param {[string, string | import('../parts/dom.js').Child[]][]} choices @param {string} on @param {(choice: string) => void} pick @param {string} label */
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
    const players = /** @type {[string, string]} */ ([...wish.choice.players]);
    players[which()] = player;
    change({ players });
  };

  /** How long each side may think. */
  const clocks = () => {
    const { clock } = wish.choice;
    const set = (/** @type {Partial<Choice['clock']>} */ part) => change({ clock: { ...clock, ...part } });
    return [
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
  };

  const settings = () => {
    const { geometry } = description?.stands ?? kind;
    const { mode } = wish.choice;
    const sideWords = (/** @type {0 | 1} */ i) => [
      pieceIcon(geometry, geometry.sides[i].piece, 'pip'),
      say(geometry.sides[i].name),
    ];
    const player = wish.machine(which());
    const values = wish.values(which());
    const files = player.keys.filter(isFile);
    const keys = player.keys.filter((key) => !isFile(key));
    const set = (/** @type {Record<string, string>} */ all) => {
      wish.set(which(), all);
      changed();
    };
    return h(
      'div',
      { class: 'set' },
      mode === 'people' && h('p', { class: 'small soft' }, t('page-people-about')),
      mode === 'watch' && h('p', { class: 'small soft' }, t('page-watch-about')),
      mode !== 'people' && player.levels.length > 0 && levelSlider(player, values, set),
      mode !== 'people' &&
        files.map((key) =>
          fileField(key, values[key.name] ?? usual(key), shelf, (file) => {
            wish.follow(which(), key, file);
            changed();
          }),
        ),
      h(
        'div',
        null,
        mode === 'machine' &&
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
              wish.choice.side,
              (side) => change({ side: /** @type {Choice['side']} */ (side) }),
              t('page-you-play'),
            ),
          ),
        mode === 'watch' &&
          h(
            'div',
            { class: 'field' },
            h('span', null, t('page-choosing')),
            seg(
              [0, 1].map((i) => [
                String(i),
                [...sideWords(/** @type {0 | 1} */ (i)), ` · ${wish.choice.players[i]}`],
              ]),
              String(turn),
              (i) => {
                turn = Number(i);
                app.redraw();
              },
              t('page-choosing'),
            ),
          ),
        clocks(),
        kind.options.map((key) =>
          key === text
            ? description?.view()
            : field(
                key,
                wish.choice.options,
                (option, value) => change({ options: { ...wish.choice.options, [option]: value } }),
                false,
              ),
        ),
      ),
      mode !== 'people' &&
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
            keys.length
              ? keys.map((key) =>
                  field(
                    key,
                    values,
                    (setting, value) => set({ ...values, [setting]: value }),
                    true,
                  ),
                )
              : h('p', { class: 'small soft' }, t('page-fine-none', { player: player.name })),
            h('code', { class: 'code' }, wish.typed(which())),
            keys.some((key) => values[key.name] !== undefined && values[key.name] !== usual(key)) &&
              h(
                'button',
                {
                  type: 'button',
                  class: 'btn plain',
                  onclick: () => {
                    wish.reset(which());
                    changed();
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
    const { mode } = wish.choice;
    /** @type {[Choice['mode'], string][]} */
    const modes = [
      ['machine', t('page-mode-machine')],
      ['people', t('page-mode-people')],
      ['watch', t('page-mode-watch')],
    ];
    return h(
      'div',
      { class: 'scrim' },
      h('div', { class: 'back', 'aria-hidden': 'true' }, thumbnail(...beginning())),
      h(
        'div',
        {
          class: `dlg ${mode}`,
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
            mode,
            (choice) => change({ mode: /** @type {Choice['mode']} */ (choice) }),
            t('page-mode'),
          ),
          h(
            'a',
            { class: 'tool', href: '#/', 'aria-label': t('page-close'), title: t('page-close') },
            icon('close'),
          ),
        ),
        mode !== 'people' && list(),
        settings(),
        h(
          'footer',
          null,
          position
            ? h(
                'span',
                { class: 'row small soft' },
                thumbnail(...beginning(), 'tiny-board'),
                t('page-setup-from'),
              )
            : h('span', { class: 'small soft' }, t(`game-${name}-about`)),
          learnLink(kind),
          kind.setup &&
            h(
              'a',
              { class: 'btn plain', href: `#/setup/${name}/${encodeURIComponent(position)}` },
              icon('edit'),
              h('span', null, t('page-setup')),
            ),
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
    close() {
      description?.close();
    },
    key(event) {
      if (event.key !== 'Escape') return false;
      location.hash = '#/';
      return true;
    },
  };
}

/** @param {string} name @returns {Page} */
const nowhere = (name) => ({
  view: () =>
    h(
      'div',
      { class: 'page' },
      h(
        'div',
        { class: 'box empty' },
        h('h1', null, t('page-no-such-game', { name })),
        h('p', null, h('a', { class: 'btn main', href: '#/' }, t('page-home'))),
      ),
    ),
  title: () => t('page-no-such-game', { name }),
  close() {},
  key: () => false,
});
