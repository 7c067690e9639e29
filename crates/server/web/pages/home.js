// The first page: the games there are, the one you left, and those you played.

import { thumbnail } from '../board/board.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { optionWords, usual } from '../parts/form.js';
import { icon } from '../parts/icons.js';
import { pictureOf } from '../parts/wire.js';
import { ago, say, t } from '../parts/words.js';
import { Opener } from '../play/keep.js';
import { learnBox } from './learn.js';

/** @import {App, Page} from '../app.js' */
/** @import {Geometry, Side, Summary} from '../types.js' */

/** How many finished and unfinished games the list shows before "more". */
const FEW = 6;

/** @param {App} app @returns {Page} */
export function homePage(app) {
  /** @type {Summary[] | null} */
  let games = null;
  /** The boards of the games that are listed, as they come. @type {Map<string, Geometry>} */
  const boards = new Map();
  /** Those that were asked for. @type {Set<string>} */
  const asked = new Set();
  /** How many games there are, and where the list goes on. */
  let total = 0;
  /** @type {string | null} */
  let next = null;
  let trouble = '';
  /** The next try, while nobody answers. @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  let all = false;
  /** The game somebody asked to delete, to be confirmed in its place. */
  let doomed = '';
  const opener = new Opener(app);

  const load = async (/** @type {string | null} */ after = null) => {
    try {
      const page = await api.games(after);
      games = after ? [...(games ?? []), ...page.games] : page.games;
      ({ total, next } = page);
      trouble = '';
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
      // Nobody answered: as soon as somebody does, what stands here is no longer true.
      if (!error.status) again = setTimeout(() => void load(after), 2000);
    }
    app.redraw();
  };
  const draw = async (/** @type {string} */ tag) => {
    try {
      boards.set(tag, await api.board(tag));
      app.redraw();
    } catch (error) {
      // A list without a picture is a list all the same.
      if (!(error instanceof api.Refusal)) throw error;
    }
  };
  const forget = async (/** @type {string} */ id) => {
    doomed = '';
    try {
      await api.forget(id);
      app.announce(t('page-deleted'));
    } catch (error) {
      if (error instanceof api.Refusal) trouble = say(error.text);
    }
    await load();
  };
  void load();

  /** @param {Summary} game */
  const title = (game) => {
    const keys = app.kinds.find(({ name }) => name === game.game)?.options ?? [];
    // What is as usual goes without saying.
    const told = keys.flatMap((key) => {
      const value = game.options[key.name];
      const plain = value === undefined || key.type === 'text' || value === usual(key);
      return plain ? [] : [optionWords(key, value)];
    });
    return told.length
      ? t('page-with-options', { game: { id: `game-${game.game}` }, options: told.join(', ') })
      : t(`game-${game.game}`);
  };
  /** @param {Summary} game */
  const against = (game) => {
    const [first, second] = game.players.map((player) => player.split(':')[0]);
    const people = game.players.map((player) => player.split(':')[0] === 'human');
    if (people[0] && people[1]) return t('page-two-people');
    if (people[0] || people[1]) return t('page-against', { player: people[0] ? second : first });
    return t('page-between', { first, second });
  };
  /** The last position, once its board is there. @param {Summary} game @param {string} cls */
  const small = (game, cls) => {
    const geometry = boards.get(game.tag);
    if (!asked.has(game.tag)) {
      asked.add(game.tag);
      void draw(game.tag);
    }
    return geometry ? thumbnail(geometry, pictureOf(game.stands), cls) : h('svg', { class: cls, 'aria-hidden': 'true' });
  };
  /** What a side is called. @param {Summary} game @param {Side} side */
  const called = (game, side) => {
    const geometry = boards.get(game.tag) ?? app.kinds.find(({ name }) => name === game.game)?.geometry;
    return geometry?.sides[side === 'first' ? 0 : 1].name ?? '';
  };
  /** @param {Summary} game */
  const standing = (game) => {
    const plies = t('page-moves-count', { n: game.plies });
    if (!game.over) return `${plies} · ${t('page-unfinished')}`;
    if (!game.outcome) return `${plies} · ${t('page-over')}`;
    const winner = game.outcome.winner;
    return `${plies} · ${winner ? t('page-side-won', { side: called(game, winner) }) : t('page-drawn')}`;
  };

  /** @param {Summary} game */
  const going = (game) =>
    h(
      'section',
      { class: 'box', key: 'going' },
      h('h2', { class: 't' }, t('page-continue'), h('small', null, ago(game.updated))),
      h(
        'div',
        { class: 'cont' },
        small(game, 'mini'),
        h(
          'div',
          null,
          h('b', null, title(game)),
          h('div', { class: 'small soft' }, against(game)),
          h('div', { class: 'small muted' }, t('page-moves-count', { n: game.plies })),
          h(
            'a',
            { class: 'btn main', href: `#/game/${game.id}` },
            t(game.turn ? 'page-your-move' : 'page-go-on'),
          ),
        ),
      ),
    );

  /** @param {Summary} game */
  const line = (game) =>
    h(
      'li',
      { key: game.id },
      h(
        'a',
        { href: `#/game/${game.id}` },
        small(game, 'tiny-board'),
        h('span', null, h('b', null, title(game)), h('span', null, `${against(game)} · ${standing(game)}`)),
      ),
      doomed === game.id
        ? h(
            'span',
            { class: 'sure' },
            h(
              'button',
              { type: 'button', class: 'btn danger', onclick: () => void forget(game.id) },
              t('page-delete-sure'),
            ),
            h(
              'button',
              {
                type: 'button',
                class: 'btn plain',
                onclick: () => {
                  doomed = '';
                  app.redraw();
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
              'aria-label': t('page-delete', { game: title(game) }),
              title: t('page-delete', { game: title(game) }),
              onclick: () => {
                doomed = game.id;
                app.redraw();
              },
            },
            icon('bin'),
          ),
    );

  const view = () => {
    const list = games ?? [];
    const current = list.find(
      (game) => !game.over && game.players.some((player) => player.split(':')[0] === 'human'),
    );
    const shown = all ? list : list.slice(0, FEW);
    return h(
      'div',
      { class: 'home', ...opener.drop },
      h('div', { class: 'lead' }, h('h1', null, t('page-home-title')), h('p', null, t('page-home-lead'))),
      h(
        'div',
        { class: 'games' },
        app.kinds.map((kind) =>
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
        trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
        current && going(current),
        learnBox(app.kinds),
        h(
          'section',
          { class: 'box', key: 'recent' },
          h(
            'h2',
            { class: 't' },
            t('page-recent'),
            list.length > 0 && h('small', { class: 'num' }, t('page-games-count', { n: total })),
          ),
          games === null && !trouble
            ? h('p', { class: 'small muted' }, t('page-opening'))
            : list.length
              ? h('ul', { class: 'list' }, shown.map(line))
              : h('p', { class: 'small soft' }, t('page-no-games')),
          all &&
            next &&
            h('button', { type: 'button', class: 'btn plain more', onclick: () => void load(next) }, t('page-show-more')),
          list.length > FEW &&
            h(
              'button',
              {
                type: 'button',
                class: 'btn plain more',
                'aria-expanded': String(all),
                onclick: () => {
                  all = !all;
                  app.redraw();
                },
              },
              t(all ? 'page-fewer' : 'page-all'),
            ),
        ),
        opener.view(),
      ),
    );
  };
  return { view, title: () => t('page-home-title'), close: () => clearTimeout(again), key: () => false };
}
