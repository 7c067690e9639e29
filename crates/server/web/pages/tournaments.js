// Tournaments: those that are kept here, and a form to begin one. The page knows no game and no player.

import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { field, wrong } from '../parts/form.js';
import { ago, learnAll, say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { Bench, given, tool } from './bench.js';

/** @import {App, Page} from '../app.js' */
/** @import {GameKind, TournamentEntry, Tournaments} from '../types.js' */

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
class TournamentsPage extends Bench {
  /** @param {App} app */
  constructor(app) {
    super(app);
    /** @type {Tournaments | null} */
    this.all = null;
    this.kinds = app.kinds.filter(({ options }) => options.every(({ type }) => type !== 'text'));
    this.game = this.kinds[0]?.name ?? '';
    this.name = '';
    this.players = ['', ''];
    /** What is set, where it is not as usual. @type {Record<string, string>} */
    this.values = {};
    /** The options of the game. @type {Record<string, string>} */
    this.options = {};
    void this.attempt(async () => {
      await this.readLab();
    });
    void this.look();
  }

  title() {
    return t('page-tournaments');
  }

  get kind() {
    return this.kinds.find(({ name }) => name === this.game);
  }

  look() {
    return this.attempt(async () => {
      await learnAll();
      this.all = await api.tournaments();
      if (this.all.tournaments.some(({ playing }) => playing)) this.again(LOOK, () => this.look());
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
            tool('close', t('page-tournament-without', { n: at + 1 }), () => {
              this.players = this.players.filter((_, i) => i !== at);
              this.redraw();
            }),
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
        ? this.sure(() => this.forget(one.id))
        : !one.playing && tool('bin', t('page-lab-delete', { name: one.title }), () => this.doom(one.id)),
    );
  }

  view() {
    const { all } = this;
    const own = h(
      'div',
      { class: 'bench' },
      this.wrong(all?.going ? null : all?.trouble),
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
    );
    return this.laidOut('tournaments', t('page-tournaments'), t('page-tournaments-lead'), own);
  }
}
