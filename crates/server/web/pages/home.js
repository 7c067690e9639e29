// The first page: the games there are, the one you left, and those you played.

import { thumbnail } from '../board/board.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { optionWords, usual } from '../parts/form.js';
import { icon, wayTo } from '../parts/icons.js';
import { ready } from '../parts/progress.js';
import { pictureOf } from '../parts/wire.js';
import { ago, say, t } from '../parts/words.js';
import { Opener } from '../play/keep.js';
import { learnBox } from './learn.js';

/** @import {App, Page} from '../app.js' */
/** @import {Geometry, Side, Summary} from '../types.js' */

/** How many finished and unfinished games the list shows before "more". */
const FEW = 6;

/** @param {App} app @returns {Page} */
export const homePage = (app) => new Home(app);

/** @implements {Page} */
class Home {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Summary[] | null} */
    this.games = null;
    /** The boards of the games that are listed, as they come. @type {Map<string, Geometry>} */
    this.boards = new Map();
    /** Those that were asked for. @type {Set<string>} */
    this.asked = new Set();
    /** How many games there are, and where the list goes on. */
    this.total = 0;
    /** @type {string | null} */
    this.next = null;
    this.trouble = '';
    /** The next try, while nobody answers. @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
    this.all = false;
    /** The game somebody asked to delete, to be confirmed in its place. */
    this.doomed = '';
    this.opener = new Opener(app);
    ready(() => app.redraw());
    void this.load();
  }

  title() {
    return t('page-home-title');
  }

  close() {
    clearTimeout(this.again);
  }

  key() {
    return false;
  }

  async load(/** @type {string | null} */ after = null) {
    try {
      const page = await api.games(after);
      this.games = after ? [...(this.games ?? []), ...page.games] : page.games;
      ({ total: this.total, next: this.next } = page);
      this.trouble = '';
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = say(error.text);
      // Nobody answered: as soon as somebody does, what stands here is no longer true.
      if (!error.status) this.again = setTimeout(() => void this.load(after), 2000);
    }
    this.app.redraw();
  }

  async draw(/** @type {string} */ tag) {
    try {
      this.boards.set(tag, await api.board(tag));
      this.app.redraw();
    } catch (error) {
      // A list without a picture is a list all the same.
      if (!(error instanceof api.Refusal)) throw error;
    }
  }

  async forget(/** @type {string} */ id) {
    this.doomed = '';
    try {
      await api.forget(id);
      this.app.announce(t('page-deleted'));
    } catch (error) {
      if (error instanceof api.Refusal) this.trouble = say(error.text);
    }
    await this.load();
  }

  /** @param {Summary} game */
  named(game) {
    const keys = this.app.kinds.find(({ name }) => name === game.game)?.options ?? [];
    // What is as usual goes without saying.
    const told = keys.flatMap((key) => {
      const value = game.options[key.name];
      const plain = value === undefined || key.type === 'text' || value === usual(key);
      return plain ? [] : [optionWords(key, value)];
    });
    return told.length
      ? t('page-with-options', { game: { id: `game-${game.game}` }, options: told.join(', ') })
      : t(`game-${game.game}`);
  }

  /** @param {Summary} game */
  against(game) {
    const [first, second] = game.players.map((player) => player.split(':')[0]);
    const people = game.players.map((player) => player.split(':')[0] === 'human');
    if (people[0] && people[1]) return t('page-two-people');
    if (people[0] || people[1]) return t('page-against', { player: people[0] ? second : first });
    return t('page-between', { first, second });
  }

  /** The last position, once its board is there. @param {Summary} game @param {string} cls */
  small(game, cls) {
    const geometry = this.boards.get(game.tag);
    if (!this.asked.has(game.tag)) {
      this.asked.add(game.tag);
      void this.draw(game.tag);
    }
    return geometry ? thumbnail(geometry, pictureOf(game.stands), cls) : h('svg', { class: cls, 'aria-hidden': 'true' });
  }

  /** What a side is called. @param {Summary} game @param {Side} side */
  called(game, side) {
    const geometry = this.boards.get(game.tag) ?? this.app.kinds.find(({ name }) => name === game.game)?.geometry;
    return geometry?.sides[side === 'first' ? 0 : 1].name ?? '';
  }

  /** @param {Summary} game */
  standing(game) {
    const plies = t('page-moves-count', { n: game.plies });
    if (!game.over) return `${plies} · ${t('page-unfinished')}`;
    if (!game.outcome) return `${plies} · ${t('page-over')}`;
    const winner = game.outcome.winner;
    return `${plies} · ${winner ? t('page-side-won', { side: this.called(game, winner) }) : t('page-drawn')}`;
  }

  /** @param {Summary} game */
  going(game) {
    return h(
      'section',
      { class: 'box', key: 'going' },
      h('h2', { class: 't' }, t('page-continue'), h('small', null, ago(game.updated))),
      h(
        'div',
        { class: 'cont' },
        this.small(game, 'mini'),
        h(
          'div',
          null,
          h('b', null, this.named(game)),
          h('div', { class: 'small soft' }, this.against(game)),
          h('div', { class: 'small muted' }, t('page-moves-count', { n: game.plies })),
          h(
            'a',
            { class: 'btn main', href: `#/game/${game.id}` },
            t(game.turn ? 'page-your-move' : 'page-go-on'),
          ),
        ),
      ),
    );
  }

  /** @param {Summary} game */
  line(game) {
    return h(
      'li',
      { key: game.id },
      h(
        'a',
        { href: `#/game/${game.id}` },
        this.small(game, 'tiny-board'),
        h('span', null, h('b', null, this.named(game)), h('span', null, `${this.against(game)} · ${this.standing(game)}`)),
      ),
      this.doomed === game.id
        ? h(
            'span',
            { class: 'sure' },
            h(
              'button',
              { type: 'button', class: 'btn danger', onclick: () => void this.forget(game.id) },
              t('page-delete-sure'),
            ),
            h(
              'button',
              {
                type: 'button',
                class: 'btn plain',
                onclick: () => {
                  this.doomed = '';
                  this.app.redraw();
                },
              },
              t('page-keep'),
            ),
          )
        : h(
            'button',
            {
              type: 'button',
              class: 'tool',
              'aria-label': t('page-delete', { game: this.named(game) }),
              title: t('page-delete', { game: this.named(game) }),
              onclick: () => {
                this.doomed = game.id;
                this.app.redraw();
              },
            },
            icon('bin'),
          ),
    );
  }

  view() {
    const list = this.games ?? [];
    const current = list.find(
      (game) => !game.over && game.players.some((player) => player.split(':')[0] === 'human'),
    );
    const shown = this.all ? list : list.slice(0, FEW);
    return h(
      'div',
      { class: 'home', ...this.opener.drop },
      h('div', { class: 'lead' }, h('h1', null, t('page-home-title')), h('p', null, t('page-home-lead'))),
      h(
        'div',
        { class: 'games' },
        this.app.kinds.map((kind) =>
          h(
            'a',
            { class: 'game', href: `#/new/${kind.name}` },
            thumbnail(kind.sample.geometry, kind.sample.picture),
            h('b', null, t(`game-${kind.name}`)),
            h('span', null, t(`game-${kind.name}-about`)),
          ),
        ),
      ),
      h(
        'div',
        { class: 'side' },
        this.trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, this.trouble)),
        current && this.going(current),
        learnBox(this.app.kinds, true),
        labBox(),
        h(
          'section',
          { class: 'box', key: 'recent' },
          h(
            'h2',
            { class: 't' },
            t('page-recent'),
            list.length > 0 && h('small', { class: 'num' }, t('page-games-count', { n: this.total })),
          ),
          this.games === null && !this.trouble
            ? h('p', { class: 'small muted' }, t('page-opening'))
            : list.length
              ? h('ul', { class: 'list' }, shown.map((game) => this.line(game)))
              : h('p', { class: 'small soft' }, t('page-no-games')),
          this.all &&
            this.next &&
            h('button', { type: 'button', class: 'btn plain more', onclick: () => void this.load(this.next) }, t('page-show-more')),
          list.length > FEW &&
            h(
              'button',
              {
                type: 'button',
                class: 'btn plain more',
                'aria-expanded': String(this.all),
                onclick: () => {
                  this.all = !this.all;
                  this.app.redraw();
                },
              },
              t(this.all ? 'page-fewer' : 'page-all'),
            ),
        ),
        this.opener.view(),
      ),
    );
  }
}

/** The ways to where things are found out. */
const labBox = () =>
  h(
    'section',
    { class: 'box', key: 'lab' },
    h('h2', { class: 't' }, t('page-lab')),
    h(
      'ul',
      { class: 'list' },
      h('li', null, wayTo('#/study', 'eye', t('page-home-study'), t('page-home-study-about'))),
      h('li', null, wayTo('#/lab', 'flask', t('page-experiments'), t('page-home-lab-about'))),
      h('li', null, wayTo('#/train', 'tune', t('page-train'), t('page-home-train-about'))),
    ),
  );
