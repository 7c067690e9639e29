// Tournaments: those that are kept here, and a form to begin one. The page knows no game and no player.

import * as api from '../parts/api.js';
import { attempt } from '../parts/attempt.js';
import { h } from '../parts/dom.js';
import { field, wrong } from '../parts/form.js';
import { icon } from '../parts/icons.js';
import { ago, learnAll, say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { ways } from './labways.js';

/** @import {App, Page} from '../app.js' */
/** @import {GameKind, Lab, TournamentEntry, Tournaments} from '../types.js' */

/** How often the list is looked at while one is played, in ms. */
const LOOK = 1500;

/** So many may take part at most when it is begun here. */
const MOST = 16;

/** What one may take part with: every player that needs nothing else, and its levels. @param {GameKind} kind */
const entrants = (kind) =>
  kind.players
    .filter(({ human }) => !human)
    .flatMap(({ name, levels }) => [name, ...levels.map(({ keys }) => `${name}:${keys}`)]);

/** @param {App} app @returns {Page} */
export const tournamentsPage = (app) => new TournamentsPage(app);

/** @implements {Page} */
class TournamentsPage {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Tournaments | null} */
    this.all = null;
    /** The other entries of the lab. @type {Lab | null} */
    this.lab = null;
    this.kinds = app.kinds.filter(({ options }) => options.every(({ type }) => type !== 'text'));
    this.game = this.kinds[0]?.name ?? '';
    this.name = '';
    this.players = ['', ''];
    /** What is set, where it is not as usual. @type {Record<string, string>} */
    this.values = {};
    /** The options of the game. @type {Record<string, string>} */
    this.options = {};
    this.doomed = '';
    this.trouble = '';
    this.open = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    void this.attempt(async () => {
      this.lab = await api.lab();
    });
    void this.look();
  }

  title() {
    return t('page-tournaments');
  }

  close() {
    this.open = false;
    clearTimeout(this.timer);
  }

  key() {
    return false;
  }

  redraw() {
    this.app.redraw();
  }

  get kind() {
    return this.kinds.find(({ name }) => name === this.game);
  }

  /** @param {() => Promise<void>} what */
  attempt(what) {
    return attempt(this, what);
  }

  look() {
    return this.attempt(async () => {
      clearTimeout(this.timer);
      await learnAll();
      this.all = await api.tournaments();
      if (!this.open) return;
      if (this.all.tournaments.some(({ playing }) => playing)) this.timer = setTimeout(() => void this.look(), LOOK);
    });
  }

  begin() {
    return this.attempt(async () => {
      const { id } = await api.tournamentBegin({
        title: this.name,
        game: this.game,
        options: given(this.options),
        players: this.players.map((one) => one.trim()).filter(Boolean),
        settings: given(this.values),
      });
      this.app.announce(t('page-tournament-begun'));
      location.hash = `#/tournaments/${encodeURIComponent(id)}`;
    });
  }

  /** @param {string} id */
  forget(id) {
    return this.attempt(async () => {
      await api.tournamentDelete(id);
      this.doomed = '';
      await this.look();
    });
  }

  /** Who takes part: a line for each. @param {GameKind} kind */
  who(kind) {
    const change = (/** @type {number} */ at, /** @type {string} */ words) => {
      this.players = this.players.map((one, i) => (i === at ? words : one));
      this.redraw();
    };
    return h(
      'fieldset',
      { class: 'field entrants' },
      h('legend', { class: 'label' }, t('page-tournament-players'), h('small', null, t('page-tournament-players-about'))),
      h('datalist', { id: 'entrants' }, entrants(kind).map((player) => h('option', { value: player }))),
      this.players.map((player, at) =>
        h(
          'div',
          { class: 'row', key: `entrant-${at}` },
          h('input', {
            class: 'n words',
            list: 'entrants',
            autocomplete: 'off',
            spellcheck: 'false',
            'aria-label': t('page-tournament-player', { n: at + 1 }),
            value: player,
            oninput: (/** @type {Event} */ event) => change(at, /** @type {HTMLInputElement} */ (event.target).value),
          }),
          this.players.length > 2 &&
            h(
              'button',
              {
                type: 'button',
                class: 'tool',
                'aria-label': t('page-tournament-without', { n: at + 1 }),
                title: t('page-tournament-without', { n: at + 1 }),
                onclick: () => {
                  this.players = this.players.filter((_, i) => i !== at);
                  this.redraw();
                },
              },
              icon('close'),
            ),
        ),
      ),
      this.players.length < MOST &&
        button('plus', t('page-tournament-another'), {
          class: 'plain',
          onclick: () => {
            this.players = [...this.players, ''];
            this.redraw();
          },
        }),
    );
  }

  asks() {
    const { kind, all } = this;
    if (!kind || !all) return null;
    const set = (/** @type {string} */ name, /** @type {string} */ value) => {
      this.values = { ...this.values, [name]: value };
      this.redraw();
    };
    const option = (/** @type {string} */ name, /** @type {string} */ value) => {
      this.options = { ...this.options, [name]: value };
      this.redraw();
    };
    const named = this.players.map((one) => one.trim()).filter(Boolean);
    const bad =
      named.length < 2 ||
      all.keys.some((key) => wrong(key, this.values[key.name] ?? '')) ||
      kind.options.some((key) => wrong(key, this.options[key.name] ?? ''));
    return h(
      'section',
      { class: 'box asks', key: 'asks' },
      h('h2', null, t('page-tournament-new')),
      h('p', { class: 'soft' }, t('page-tournament-about')),
      h(
        'div',
        { class: 'field' },
        h('label', { class: 'label', for: 'tournament-game' }, t('page-train-game')),
        h(
          'select',
          {
            id: 'tournament-game',
            value: this.game,
            onchange: (/** @type {Event} */ event) => {
              this.game = /** @type {HTMLSelectElement} */ (event.target).value;
              this.options = {};
              this.redraw();
            },
          },
          this.kinds.map(({ name }) => h('option', { value: name }, t(`game-${name}`))),
        ),
      ),
      kind.options.map((key) => field(key, this.options, option, false)),
      this.who(kind),
      all.keys
        // A test is between two.
        .filter(({ name }) => name !== 'sprt' || named.length === 2)
        .map((key) => (key.name === 'form' ? this.form(key, set) : field(key, this.values, set, false))),
      h(
        'div',
        { class: 'field' },
        h('label', { class: 'label', for: 'tournament-name' }, t('page-tournament-name')),
        h('input', {
          id: 'tournament-name',
          class: 'n words',
          autocomplete: 'off',
          placeholder: t(`game-${this.game}`),
          value: this.name,
          oninput: (/** @type {Event} */ event) => {
            this.name = /** @type {HTMLInputElement} */ (event.target).value;
          },
        }),
      ),
      all.going && h('p', { class: 'small soft' }, t('page-tournament-other')),
      h(
        'div',
        { class: 'row' },
        button('play', t('page-tournament-begin'), {
          class: 'main',
          disabled: bad || Boolean(all.going),
          onclick: () => void this.begin(),
        }),
      ),
    );
  }

  /** Who meets whom. @param {import('../types.js').Key} key @param {(name: string, value: string) => void} set */
  form(key, set) {
    const value = this.values.form ?? String(key.default);
    return h(
      'div',
      { class: 'field' },
      h('label', { class: 'label', for: 'tournament-form' }, t(key.help)),
      h(
        'select',
        {
          id: 'tournament-form',
          value,
          onchange: (/** @type {Event} */ event) => set('form', /** @type {HTMLSelectElement} */ (event.target).value),
        },
        (key.values ?? []).map((form) => h('option', { value: String(form) }, t(`tournament-form-${form}`))),
      ),
    );
  }

  /** @param {TournamentEntry} one */
  line(one) {
    const about = one.broken
      ? []
      : [
          t(`game-${one.game}`),
          t(`tournament-form-${one.form}`),
          t('page-tournament-many', { n: one.players }),
          t('tournament-progress', { games: one.games, of: one.of }),
          ago(one.begun),
        ];
    return h(
      'li',
      { key: one.id },
      h(
        'a',
        { class: 'into', href: `#/tournaments/${encodeURIComponent(one.id)}` },
        h('b', null, one.title),
        h('span', null, about.join(' · ')),
        one.broken && h('span', { class: 'wrong' }, say(one.broken)),
      ),
      one.playing && h('span', { class: 'chip ok' }, t('page-lab-running')),
      one.over && h('span', { class: 'chip' }, t('page-tournament-over')),
      this.doomed === one.id
        ? [
            h('button', { type: 'button', class: 'btn danger sure', onclick: () => void this.forget(one.id) }, t('page-delete-sure')),
            h('button', { type: 'button', class: 'btn plain', onclick: () => this.doom('') }, t('page-keep')),
          ]
        : !one.playing &&
            h(
              'button',
              {
                type: 'button',
                class: 'tool',
                'aria-label': t('page-lab-delete', { name: one.title }),
                title: t('page-lab-delete', { name: one.title }),
                onclick: () => this.doom(one.id),
              },
              icon('bin'),
            ),
    );
  }

  /** @param {string} id */
  doom(id) {
    this.doomed = id;
    this.redraw();
  }

  view() {
    const { all } = this;
    const bad = this.trouble || (all?.trouble && !all.going ? say(all.trouble) : '');
    return h(
      'div',
      { class: 'lab' },
      h('div', { class: 'lead' }, h('h1', null, t('page-tournaments')), h('p', null, t('page-tournaments-lead'))),
      h(
        'nav',
        { class: 'choices', 'aria-label': t('page-experiments') },
        this.lab?.experiments.map(({ name }) => h('a', { class: 'opt', href: `#/lab/${name}` }, h('b', null, t(`lab-${name}`)))),
        ways('tournaments', this.lab?.workers),
      ),
      h(
        'div',
        { class: 'bench' },
        bad && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, bad)),
        h(
          'div',
          { class: 'tops', key: 'tops' },
          this.asks(),
          h(
            'section',
            { class: 'box results', key: 'tournaments' },
            h('h2', { class: 't' }, t('page-tournaments')),
            all &&
              (all.tournaments.length
                ? h('ul', { class: 'list' }, all.tournaments.map((one) => this.line(one)))
                : h('p', { class: 'small soft' }, t('page-tournaments-none'))),
          ),
        ),
      ),
    );
  }
}

/** What is given of what was set. @param {Record<string, string>} values */
const given = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
