// The dialog before a game: who plays, with which side, on which board.

import { thumbnail } from '../board/board.js';
import { pieceIcon } from '../board/shapes.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { fileField, isFile, isNet, netField, Shelf } from '../parts/files.js';
import { choices, field, levelSlider, seg, usual } from '../parts/form.js';
import { icon } from '../parts/icons.js';
import { nothing } from '../parts/nothing.js';
import { keep, kept } from '../parts/store.js';
import { say, sentences, t } from '../parts/words.js';
import { clockFields } from '../play/clock.js';
import { Wish } from '../play/wish.js';
import { Description } from './describe.js';
import { learnLink } from './learn.js';

/** @import {App, Page} from '../app.js' */
/** @import {Laid} from '../parts/wire.js' */
/** @import {Choice} from '../play/wish.js' */
/** @import {GameKind, Geometry, Picture, PlayerKind} from '../types.js' */

/** @param {string} name @param {string} position where to begin, if not as usual @param {App} app @returns {Page} */
export function newGamePage(name, position, app) {
  const kind = app.kinds.find((one) => one.name === name);
  return kind ? new Dialog(kind, position, app) : nowhere(name);
}

/** @implements {Page} */
class Dialog {
  /** @param {GameKind} kind @param {string} position @param {App} app */
  constructor(kind, position, app) {
    this.kind = kind;
    this.position = position;
    this.app = app;
    this.wish = new Wish(kind);
    this.shelf = new Shelf(() => app.redraw());
    if (this.wish.machines.some(({ keys }) => keys.some(isFile))) void this.shelf.load();
    if ([...kind.players, ...kind.trained].some(({ keys }) => keys.some(isNet))) void this.shelf.loadNets();
    this.trouble = '';
    this.busy = false;
    /** Whoever leaves before the game has begun has it not begin. */
    this.leaving = new AbortController();
    /** Which of two machines is being chosen. */
    this.turn = 0;
    /** The option that is a text which describes a game. */
    this.text = kind.options.find(({ type }) => type === 'text');
    this.description = this.describing();
    /** The board at the beginning, as the options are. @type {Laid['position']} */
    this.laid = null;
    /** Why no game begins like this. */
    this.unfit = '';
    /** How often the server was asked about that: only the last answer counts. */
    this.looks = 0;
    /** Choices with which no game could begin, `name=value`, and why. @type {Map<string, string>} */
    this.barred = new Map();
    void this.look();
  }

  title() {
    return t(`game-${this.kind.name}`);
  }

  close() {
    this.description?.close();
    this.leaving.abort();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== 'Escape') return false;
    location.hash = '#/';
    return true;
  }

  /** Asks whether a game can begin like this, and with which board; says whether nobody has asked again meanwhile. */
  async look() {
    if (this.text) return true;
    this.looks += 1;
    const mine = this.looks;
    const { options } = this.wish.asked();
    try {
      const { position, refused } = await api.setUp({ game: this.kind.name, options, text: this.position });
      if (mine !== this.looks) return false;
      this.laid = position;
      this.unfit = refused ? say(refused) : '';
      await this.weigh(mine);
    } catch (error) {
      // Whoever wants to play is told then.
      if (!(error instanceof api.Refusal)) throw error;
    }
    this.app.redraw();
    return mine === this.looks;
  }

  /** Asks of every other choice whether a game could begin with it. @param {number} mine the look it is for */
  async weigh(mine) {
    const { options } = this.wish.asked();
    /** @type {Map<string, string>} */
    const barred = new Map();
    const fits = async (/** @type {Record<string, string>} */ asked) =>
      (await api.setUp({ game: this.kind.name, options: asked, text: '' })).refused;
    for (const key of this.kind.options.length > 1 ? this.kind.options : []) {
      for (const value of choices(key) ?? []) {
        if (value === (options[key.name] ?? usual(key))) continue;
        const why = (await fits({ ...options, [key.name]: value })) && (await fits({ [key.name]: value }));
        if (why) barred.set(`${key.name}=${value}`, say(why));
        if (mine !== this.looks) return;
      }
    }
    this.barred = barred;
  }

  /** The field for a game that is described, where that is an option. */
  describing() {
    const { text, wish } = this;
    return (
      text &&
      new Description(
        this.kind.name,
        text,
        wish.choice.options[text.name],
        (words) => this.option(text.name, words),
        () => this.app.redraw(),
      )
    );
  }

  /** The board as the game begins. @returns {[Geometry, Picture]} */
  get beginning() {
    const stands = this.description?.stands ?? this.laid;
    return stands ? [stands.geometry, stands.picture] : [this.kind.geometry, { pieces: [] }];
  }

  get refused() {
    return this.wish.refused(this.shelf) || Boolean(this.description?.refused) || Boolean(this.unfit);
  }

  /** The machine that is being chosen: the first or the second. */
  get which() {
    return this.wish.choice.mode === 'watch' ? this.turn : 0;
  }

  /** @param {Partial<Choice>} part */
  change(part) {
    this.wish.change(part);
    this.changed();
  }

  changed() {
    this.trouble = '';
    this.app.redraw();
  }

  /** @param {string} name @param {string} value */
  option(name, value) {
    const before = this.wish.choice.options;
    this.change({ options: { ...before, [name]: value } });
    void this.look().then((last) => {
      // What does not fit what was chosen now is as it usually is.
      if (!last || !this.unfit) return;
      const text = this.text ? { [this.text.name]: before[this.text.name] ?? '' } : {};
      this.change({ options: { ...text, [name]: value } });
      void this.look();
    });
  }

  /** @param {string} player */
  choose(player) {
    const players = /** @type {[string, string]} */ ([...this.wish.choice.players]);
    players[this.which] = player;
    this.change({ players });
  }

  async begin() {
    if (this.busy || this.refused) return;
    this.busy = true;
    this.changed();
    try {
      const view = await api.begin(this.wish.asked(this.position), this.leaving.signal);
      location.hash = `#/game/${view.id}`;
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (this.leaving.signal.aborted) return;
      this.trouble = say(error.text);
      this.app.announce(this.trouble);
    }
    this.busy = false;
    this.app.redraw();
  }

  view() {
    this.wish.nets = this.shelf.nets.filter(({ game }) => game === this.kind.name).map(({ name }) => name);
    const { mode } = this.wish.choice;
    return h(
      'div',
      { class: 'scrim' },
      h('div', { class: 'back', 'aria-hidden': 'true' }, thumbnail(...this.beginning)),
      h(
        'div',
        {
          class: `dlg ${mode}`,
          role: 'dialog',
          'aria-labelledby': 'new-title',
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void this.begin();
          },
        },
        this.head(),
        mode !== 'people' && this.players(),
        this.settings(),
        this.foot(),
      ),
    );
  }

  head() {
    /** @type {[Choice['mode'], string][]} */
    const modes = [
      ['machine', t('page-mode-machine')],
      ['people', t('page-mode-people')],
      ['watch', t('page-mode-watch')],
    ];
    return h(
      'header',
      null,
      h('h1', { id: 'new-title' }, this.title()),
      seg(modes, this.wish.choice.mode, (mode) => this.change({ mode }), t('page-mode')),
      h(
        'a',
        { class: 'tool', href: '#/', 'aria-label': t('page-close'), title: t('page-close') },
        icon('close'),
      ),
    );
  }

  /** The machines to choose from. */
  players() {
    const { machines } = this.wish;
    return h(
      'div',
      { class: 'pick', role: 'radiogroup', 'aria-label': t('page-player') },
      machines.map((player, i) => this.player(player, i)),
    );
  }

  /** @param {PlayerKind} player @param {number} i */
  player(player, i) {
    const { machines, choice } = this.wish;
    const on = player.name === choice.players[this.which];
    return h(
      'button',
      {
        type: 'button',
        class: 'opt',
        role: 'radio',
        'aria-checked': String(on),
        tabindex: on ? 0 : -1,
        // On a phone the list is a row that may begin beyond the chosen one.
        hook: (/** @type {HTMLElement} */ option) => {
          if (on) requestAnimationFrame(() => option.scrollIntoView({ block: 'nearest', inline: 'center' }));
        },
        onclick: () => this.choose(player.name),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          const next = (i + step + machines.length) % machines.length;
          this.choose(machines[next].name);
          /** @type {HTMLElement | undefined} */ (
            /** @type {HTMLElement} */ (event.currentTarget).parentElement?.children[next]
          )?.focus();
        },
      },
      h('b', null, player.name),
      // What more there is to say of it stands beside its settings.
      h('p', null, sentences(t(player.help))[0]),
    );
  }

  settings() {
    const trouble = this.unfit || this.trouble;
    const { mode, clock } = this.wish.choice;
    const clocks = clockFields(clock, (part) => this.change({ clock: { ...clock, ...part } }));
    return h(
      'div',
      { class: 'set' },
      mode === 'people' && h('p', { class: 'small soft' }, t('page-people-about')),
      mode === 'watch' && h('p', { class: 'small soft' }, t('page-watch-about')),
      mode !== 'people' && this.strength(),
      h('div', null, this.sides(), clocks, this.options()),
      mode !== 'people' && this.fine(),
      mode !== 'people' && this.more(),
      trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
    );
  }

  /** The level of a machine, and the files it follows. */
  strength() {
    const { wish, which } = this;
    const player = wish.machine(which);
    const values = wish.values(which);
    return [
      player.levels.length > 0 && levelSlider(player, values, (all) => this.set(all)),
      ...player.keys.filter(isFile).map((key) =>
        fileField(key, values[key.name] ?? usual(key), this.shelf, (file) => {
          wish.follow(which, key, file);
          this.changed();
        }),
      ),
      wish.nets.length > 0 &&
        player.keys
          .filter(isNet)
          .map((key) =>
            netField(key, values[key.name] ?? '', wish.nets, this.kind.trained.includes(player), (net) =>
              this.set({ ...values, [key.name]: net }),
            ),
          ),
    ];
  }

  /** Sets the machine that is being chosen. @param {Record<string, string>} values */
  set(values) {
    this.wish.set(this.which, values);
    this.changed();
  }

  /** Which side the person plays, or which machine is being chosen. */
  sides() {
    const { choice } = this.wish;
    const { geometry } = this.description?.stands ?? this.kind;
    const words = (/** @type {number} */ i) => [
      pieceIcon(geometry, geometry.sides[i].piece, 'pip'),
      say(geometry.sides[i].name),
    ];
    if (choice.mode === 'machine')
      return h(
        'div',
        { class: 'field' },
        h('span', null, t('page-you-play')),
        seg(
          [
            ['first', words(0)],
            ['second', words(1)],
            ['lots', t('page-lots')],
          ],
          choice.side,
          (side) => this.change({ side }),
          t('page-you-play'),
        ),
      );
    if (choice.mode !== 'watch') return null;
    return h(
      'div',
      { class: 'field' },
      h('span', null, t('page-choosing')),
      seg(
        [0, 1].map((i) => [String(i), [...words(i), ` · ${choice.players[i]}`]]),
        String(this.turn),
        (i) => {
          this.turn = Number(i);
          this.app.redraw();
        },
        t('page-choosing'),
      ),
    );
  }

  /** The options of the game. */
  options() {
    return this.kind.options.map((key) =>
      key === this.text
        ? this.description?.view()
        : field(key, this.wish.choice.options, (name, value) => this.option(name, value), false, this.barred),
    );
  }

  /** What there is to say of a machine after the first sentence. */
  more() {
    const { name, help } = this.wish.machine(this.which);
    const [, rest] = sentences(t(help));
    return rest && h('p', { class: 'small soft', key: `more-${name}` }, rest);
  }

  /** Every setting of a machine. */
  fine() {
    const { wish, which } = this;
    const player = wish.machine(which);
    const values = wish.values(which);
    const keys = player.keys.filter((key) => !isFile(key) && !isNet(key));
    const own = keys.some((key) => values[key.name] !== undefined && values[key.name] !== usual(key));
    const reset = () => {
      wish.reset(which);
      this.changed();
    };
    return h(
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
          ? keys.map((key) => field(key, values, (name, value) => this.set({ ...values, [name]: value }), true))
          : h('p', { class: 'small soft' }, t('page-fine-none', { player: player.name })),
        h('code', { class: 'code' }, wish.typed(which)),
        own && h('button', { type: 'button', class: 'btn plain', onclick: reset }, t('page-fine-reset')),
      ),
    );
  }

  foot() {
    const { kind, position, refused } = this;
    return h(
      'footer',
      null,
      position
        ? h('span', { class: 'row small soft' }, thumbnail(...this.beginning, 'tiny-board'), t('page-setup-from'))
        : h('span', { class: 'small soft' }, t(`game-${kind.name}-about`)),
      learnLink(kind),
      kind.setup &&
        h(
          'a',
          { class: 'btn plain', href: `#/setup/${kind.name}/${encodeURIComponent(position)}` },
          icon('edit'),
          h('span', null, t('page-setup')),
        ),
      h(
        'button',
        {
          type: 'button',
          class: 'btn main',
          disabled: this.busy || refused,
          title: refused ? t('page-fix-first') : null,
          onclick: () => void this.begin(),
        },
        icon('play'),
        h('span', null, t('page-play')),
      ),
    );
  }
}

/** @param {string} name @returns {Page} */
const nowhere = (name) => ({
  view: () => nothing(t('page-no-such-game', { name }), true),
  title: () => t('page-no-such-game', { name }),
  close() {},
  key: () => false,
});
