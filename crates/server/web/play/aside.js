// What stands beside the board of a game: everything in words, and what can be done. On a phone it is a
// sheet with tabs below the board, and a bar at the bottom.

import { asTable, others, reasons } from '../analysis/captions.js';
import { comparison } from '../analysis/compare.js';
import { graph } from '../analysis/graph.js';
import { candidateTable, lines, summary } from '../analysis/panel.js';
import { learnLink } from '../pages/learn.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { say, t } from '../parts/words.js';
import { offer, sections } from '../review/panel.js';
import { held, holds } from './held.js';
import { keysHelp } from './keys.js';
import { button, message, movesCount, notes, score, typed, warnings } from './panel.js';
import { ranks } from './ranks.js';
import { tree } from './tree.js';

/** @import {GamePage, Now} from '../pages/game.js' */
/** @import {View} from '../parts/wire.js' */

/** Everything in words beside the board; on a phone the sheet below it. @param {GamePage} game @param {Now} now */
export function panel(game, now) {
  const tabs = tabsOf(game);
  const at = game.seat.side !== null ? 'seat' : tabs.some(([name]) => name === game.tab) ? game.tab : tabs[0][0];
  return h(
    'aside',
    { class: 'panel', 'aria-label': t('page-panel') },
    tabList(game, tabs, at),
    h('div', { class: 'scrolls', 'data-tab': at }, playing(game), game.analysing ? thinking(game, now) : played(game, now)),
    foot(game, now),
  );
}

/** The tabs of a phone's sheet: their names and words. @param {GamePage} game */
function tabsOf(game) {
  const tabs = game.analysing
    ? [
        ['think', 'page-tab-think'],
        ['how', 'page-tab-how'],
        ['moves', 'page-moves'],
        ['review', 'page-tab-review'],
      ]
    : [
        ['moves', 'page-moves'],
        ...(warnings(game.table).length ? [['notes', 'page-tab-notes']] : []),
        ...(game.table.view?.geometry.ranks ? [['ranks', 'page-tab-ranks']] : []),
      ];
  return game.seat.side !== null ? [['seat', 'page-tab-seat'], ...tabs] : tabs;
}

/** @param {GamePage} game @param {string[][]} tabs @param {string} at */
function tabList(game, tabs, at) {
  const open = (/** @type {string} */ name) => {
    // The tab that is open already makes way for the board, and comes back.
    game.lowered = name === at ? !game.lowered : game.lowered && game.tells;
    game.tab = name;
    if (name !== 'seat') game.seat.close();
    game.redraw();
  };
  return h(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': t('page-panel') },
    tabs.map(([name, words]) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          'aria-selected': String(name === at),
          'aria-expanded': game.phone ? String(!(game.lowered && name === at)) : null,
          onclick: () => open(name),
        },
        t(words),
      ),
    ),
  );
}

/** Who plays, what they should know now, what the position warns of. @param {GamePage} game */
function playing(game) {
  const { table } = game;
  const bottom = table.seat;
  const warned = warnings(table);
  return [
    h(
      'section',
      { class: 'sec desk', key: 'players' },
      h('div', { class: 'players' }, game.player(1 - bottom, 'player'), game.player(bottom, 'player')),
      score(table, bottom),
    ),
    game.seat.view(),
    h(
      'section',
      { class: 'sec desk', key: 'message' },
      message(table),
      table.view?.ended && !game.analysing && offer(game.review, () => game.openReview()),
    ),
    holds(table) && h('section', { class: 'sec desk', key: 'held' }, held(table)),
    warned.length > 0 &&
      h(
        'section',
        { class: 'sec', key: 'notes', 'data-tab': 'notes' },
        h('h2', { class: 't' }, t(warned.some(({ tone }) => tone === 'warn') ? 'page-watch-out' : 'page-tab-notes')),
        notes(table),
      ),
  ];
}

/** What was thought about the position, and the moves among it. @param {GamePage} game @param {Now} now */
function thinking(game, now) {
  const { table, stage, choices } = game;
  const { kind, phone, view } = now;
  const { first, last } = sections(game.review, view);
  const review = [
    ...first,
    phone && h('section', { class: 'sec', key: 'graph', 'data-tab': 'review' }, graph(game.review, 358)),
  ];
  const told = [moves(game, now), game.remarks.view()];
  const kept = h('section', { class: 'sec', key: 'keeping', 'data-tab': 'moves' }, keeping(game, now));
  // Whoever learns tries first, and then sees what others thought.
  if (game.keepsBack)
    return [
      ...review,
      ...told,
      h('section', { class: 'sec', key: 'later', 'data-tab': 'think' }, h('p', { class: 'note' }, t('page-review-later'))),
      ...last,
      kept,
    ];
  const machines = (kind?.players ?? []).filter(({ human }) => !human);
  const several = comparison(table, stage, choices);
  return [
    summary(table, choices, machines, kind?.exact ?? null),
    ...review,
    several ?? candidateTable(table, stage, choices),
    // The verdict, the moves and the tree are in view together.
    ...told,
    ...others(table, true),
    lines(table, stage),
    reasons(table, choices),
    ...others(table, false),
    asTable(table, choices),
    ...last,
    kept,
  ];
}

/** The moves, and what can be done with all of them. @param {GamePage} game @param {Now} now */
const played = (game, now) => [moves(game, now), game.remarks.view(), ranks(now.view.geometry)];

/** The moves of the game with their variations. @param {GamePage} game @param {Now} now */
function moves(game, now) {
  const { table } = game;
  const { view } = now;
  const result =
    view.ended &&
    h('span', { class: 'result', key: 'result', title: say(view.ended.reason) }, icon('cup'), table.result({ ...view, outcome: view.ended }));
  return h(
    'section',
    { class: 'sec movesec', key: 'moves', 'data-tab': 'moves' },
    h(
      'h2',
      { class: 't' },
      t('page-moves-tree'),
      h('small', { class: 'num' }, t('page-moves-count', { n: movesCount(view) })),
    ),
    tree({
      view,
      folds: game.folds,
      go: (node) => game.address.jump(node),
      menu: (node) => game.menu(node),
      badge: game.badge,
      result,
    }),
    // In analysis there is more to be seen first.
    !game.analysing && keeping(game, now),
  );
}

/** What can be done with the whole game: a move typed, files, the lessons. @param {GamePage} game @param {Now} now */
const keeping = (game, { view, kind, phone }) => [
  typed(game.table),
  phone && setUp(view),
  game.saver.view(kind, view.revision),
  learnLink(kind),
];

/** What can be done, below the panel. @param {GamePage} game @param {Now} now */
function foot(game, { view, acts }) {
  return h(
    'div',
    { class: 'foot desk' },
    h('div', { class: 'acts' }, acts),
    h(
      'div',
      { class: 'row between small' },
      h(
        'button',
        { type: 'button', class: 'btn plain', 'aria-expanded': String(game.help), onclick: () => game.showKeys() },
        icon('keys'),
        t('page-keys'),
      ),
      setUp(view),
      eye(game, 'plain'),
    ),
    game.help && keysHelp(),
  );
}

/** What can be done, at the bottom of a phone. @param {GamePage} game @param {Now} now */
export function bottom(game, { acts }) {
  const open = () => {
    game.sheet = !game.sheet;
    game.lowered = game.tells;
    game.tab = 'moves';
    game.redraw();
  };
  return h(
    'div',
    { class: 'bottom' },
    acts,
    !game.analysing && button('list', t('page-moves'), { 'aria-pressed': String(game.sheet), onclick: open }),
    eye(game, ''),
  );
}

/** The button that begins and ends analysis. @param {GamePage} game @param {string} cls */
function eye(game, cls) {
  return button('eye', t('page-analyse-toggle'), {
    class: cls,
    'aria-pressed': String(game.analysing),
    onclick: () => game.analyse(),
  });
}

/** The way to the board editor, from the position shown. @param {View} view */
const setUp = (view) =>
  view.board !== null &&
  h(
    'a',
    { class: 'btn plain', href: `#/setup/${view.game}/${encodeURIComponent(view.board)}` },
    icon('edit'),
    h('span', null, t('page-setup-short')),
  );
