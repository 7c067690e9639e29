// The page of a game: the board as hero, beside it what is needed to play, and analysis on demand.

import { FIRST, asTable, caption, chosen, others, picker, reasons } from '../analysis/captions.js';
import { graph } from '../analysis/graph.js';
import { scoresOf } from '../analysis/layers.js';
import { candidateTable, lines, summary } from '../analysis/panel.js';
import { Replay } from '../analysis/trails.js';
import { Stage } from '../board/stage.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { keep, kept } from '../parts/store.js';
import { t } from '../parts/words.js';
import { Beside } from '../play/beside.js';
import { Clocks } from '../play/clock.js';
import { held, holds } from '../play/held.js';
import { Saver } from '../play/keep.js';
import { actions, button, message, moves, movesCount, notes, player, score, typed, warnings } from '../play/panel.js';
import { Seat } from '../play/seat.js';
import { Table } from '../play/table.js';
import { learnLink } from './learn.js';

/** @import {Choices} from '../analysis/captions.js' */
/** @import {App, Page} from '../app.js' */
/** @import {View} from '../types.js' */

/** Screens up to this width have a sheet below the board instead of a panel beside it. */
const PHONE = '(max-width:760px)';

/** @param {string} id @param {App} app @returns {Page} */
export function gamePage(id, app) {
  const table = new Table(id, app.kinds, () => app.redraw(), app.announce);
  table.scoring = kept('scores', false);
  const stage = new Stage(table, () => app.redraw());
  const saver = new Saver(id, app);
  const beside = new Beside(table, stage, () => app.redraw());
  const seat = new Seat(table, () => app.redraw());
  const clocks = new Clocks(table);
  let analysing = kept('analysing', false);
  let sheet = false;
  let tab = 'think';
  let resigning = false;
  let help = false;
  /** The position that the chosen ply belongs to. */
  let place = '';
  /** @type {Choices} */
  const choices = {
    layer: kept('layer', FIRST),
    figures: kept('figures', true),
    player: '',
    ply: null,
    row: null,
    side: null,
    replay: new Replay(() => app.redraw()),
    changed() {
      keep('layer', choices.layer);
      keep('figures', choices.figures);
      if (table.view) keep(`analyst-${table.view.game}`, choices.player);
      app.redraw();
    },
  };
  const analyse = () => {
    analysing = !analysing;
    keep('analysing', analysing);
    sheet = false;
    tab = 'think';
    stage.path = null;
    stage.shown = null;
    app.redraw();
  };
  const resign = () => {
    if (!resigning) {
      resigning = true;
      app.announce(t('page-resign-sure'));
    } else {
      resigning = false;
      void table.act('resign', { at: table.view?.at });
    }
    app.redraw();
  };
  const again = async () => {
    const fresh = await table.again();
    if (fresh) location.hash = `#/game/${fresh}`;
  };

  const rate = () => {
    table.scoring = !table.scoring;
    keep('scores', table.scoring);
    table.score();
    app.redraw();
  };
  const switcher = (/** @type {boolean} */ unknown) =>
    h(
      'div',
      { class: 'scores' },
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          role: 'switch',
          'aria-checked': String(table.scoring),
          title: t('page-scores-about'),
          onclick: rate,
        },
        t('page-scores'),
        ' ',
        h('b', null, t(table.scoring ? 'page-on' : 'page-off')),
      ),
      unknown && h('span', { class: 'tiny muted' }, t('page-scores-unknown')),
    );

  const view = () => {
    const { view } = table;
    if (!view) {
      return h(
        'div',
        { class: 'page' },
        h(
          'div',
          { class: 'box empty' },
          h(
            'h1',
            null,
            t(table.link === 'gone' ? 'page-gone' : table.link === 'lost' ? 'page-lost' : 'page-opening'),
          ),
          table.link === 'gone' && h('p', { class: 'soft' }, t('page-gone-more')),
          table.link === 'gone' && h('p', null, h('a', { class: 'btn main', href: '#/' }, t('page-home'))),
        ),
      );
    }
    const kind = app.kinds.find(({ name }) => name === view.game);
    const machines = (kind?.players ?? []).filter(({ human }) => !human);
    if (!choices.player) choices.player = kept(`analyst-${view.game}`, kind?.adviser ?? '');
    if (view.outcome) resigning = false;
    const phone = matchMedia(PHONE).matches;
    const [, , w, tall] = view.geometry.view;
    const bottom = table.seat;
    const doing = { analyse, again, resign, resigning, analysing };
    const acts = actions(table, doing);
    if (place !== table.key()) {
      [place, choices.ply, choices.row] = [table.key(), null, null];
      choices.replay.close();
    }
    const layer = analysing ? chosen(table, choices) : null;
    const { scoring } = table;
    const scores = scoring && table.resting && table.thought ? scoresOf(table.thought.event.thought) : null;
    const read = (/** @type {string} */ ply) => {
      [choices.ply, choices.row] = [ply, null];
      choices.changed();
    };
    const title = t('page-game-title', {
      game: { id: `game-${view.game}` },
      first: table.name(0),
      second: table.name(1),
    });
    const tabs = analysing
      ? [
          ['think', 'page-tab-think'],
          ['how', 'page-tab-how'],
          ['moves', 'page-moves'],
          ['graph', 'page-tab-graph'],
        ]
      : [
          ['moves', 'page-moves'],
          ['notes', 'page-tab-notes'],
        ].slice(0, warnings(table).length ? 2 : 1);
    if (view.outcome) seat.side = null;
    if (seat.side !== null) tabs.unshift(['seat', 'page-tab-seat']);
    const at = seat.side !== null ? 'seat' : tabs.some(([name]) => name === tab) ? tab : tabs[0][0];
    const sheeted = phone && (sheet || analysing || seat.side !== null);
    const moveSec = h(
      'section',
      { class: 'sec grow movesec', key: 'moves', 'data-tab': 'moves' },
      h(
        'h2',
        { class: 't' },
        t('page-moves'),
        h('small', { class: 'num' }, t('page-moves-count', { n: movesCount(view) })),
      ),
      moves(table),
      typed(table),
      phone && setUp(view),
      saver.view(kind),
      learnLink(kind),
    );
    return h(
      'div',
      {
        class: `view${analysing ? ' analysing' : w / tall > 1.3 ? ' wide' : ''}${sheeted ? ' sheeted' : ''}`,
        'data-at': view.at,
        'data-link': table.link,
        'data-over': String(Boolean(view.outcome)),
      },
      h('h1', { class: 'sr' }, title),
      h(
        'div',
        { class: 'stage' },
        analysing && picker(table, choices),
        analysing && caption(table, choices, stage.pointed, phone),
        phone && !analysing && player(table, 1 - bottom, 'pstrip', stage.turn, seat, clocks),
        stage.view({
          layer,
          figures: choices.figures,
          analysing,
          row: choices.row,
          frame: layer?.kind === 'trails' ? choices.replay.frame(layer) : undefined,
          scores,
          scoring,
          tool: switcher(scoring && table.resting && Boolean(table.thought?.event.done) && !scores),
          pick: analysing ? read : undefined,
        }),
        beside.view(),
        phone && !analysing && player(table, bottom, 'pstrip', stage.turn, seat, clocks),
        phone && !analysing && score(table, bottom),
        phone && h('div', { class: 'saybar' }, holds(table) && !table.refusal ? held(table) : message(table)),
        analysing && !phone && graph(table, Math.max(300, stage.size.w)),
      ),
      h(
        'aside',
        { class: 'panel', 'aria-label': t('page-panel') },
        h(
          'div',
          { class: 'tabs', role: 'tablist', 'aria-label': t('page-panel') },
          tabs.map(([name, words]) =>
            h(
              'button',
              {
                type: 'button',
                role: 'tab',
                'aria-selected': String(name === at),
                onclick: () => {
                  tab = name;
                  if (name !== 'seat') seat.close();
                  app.redraw();
                },
              },
              t(words),
            ),
          ),
        ),
        h(
          'div',
          { class: 'scrolls', 'data-tab': at },
          h(
            'section',
            { class: 'sec desk', key: 'players' },
            h(
              'div',
              { class: 'players' },
              player(table, 1 - bottom, 'player', stage.turn, seat, clocks),
              player(table, bottom, 'player', stage.turn, seat, clocks),
            ),
            score(table, bottom),
          ),
          seat.view(),
          h('section', { class: 'sec desk', key: 'message' }, message(table)),
          holds(table) && h('section', { class: 'sec desk', key: 'held' }, held(table)),
          warnings(table).length > 0 &&
            h(
              'section',
              { class: 'sec', key: 'notes', 'data-tab': 'notes' },
              h('h2', { class: 't' }, t(warnings(table).some(({ tone }) => tone === 'warn') ? 'page-watch-out' : 'page-tab-notes')),
              notes(table),
            ),
          analysing && summary(table, choices, machines),
          analysing && candidateTable(table, stage, choices),
          analysing && lines(table, stage),
          analysing && reasons(table, choices),
          analysing && others(table),
          analysing && asTable(table, choices),
          analysing && phone && h('section', { class: 'sec', 'data-tab': 'graph' }, graph(table, 358)),
          moveSec,
        ),
        h(
          'div',
          { class: 'foot desk' },
          h('div', { class: 'acts' }, acts),
          h(
            'div',
            { class: 'row between small' },
            h(
              'button',
              {
                type: 'button',
                class: 'btn plain',
                'aria-expanded': String(help),
                onclick: () => {
                  help = !help;
                  app.redraw();
                },
              },
              icon('keys'),
              t('page-keys'),
            ),
            setUp(view),
            button('eye', t('page-analyse-toggle'), {
              class: 'plain',
              'aria-pressed': String(analysing),
              onclick: analyse,
            }),
          ),
          help && keysHelp(),
        ),
      ),
      phone &&
        h(
          'div',
          { class: 'bottom' },
          acts,
          !analysing &&
            button('list', t('page-moves'), {
              'aria-pressed': String(sheet),
              onclick: () => {
                sheet = !sheet;
                tab = 'moves';
                app.redraw();
              },
            }),
          button('eye', t('page-analyse-toggle'), { 'aria-pressed': String(analysing), onclick: analyse }),
        ),
    );
  };

  return {
    view,
    title: () => (table.view ? t(`game-${table.view.game}`) : t('page-opening')),
    close() {
      table.close();
      choices.replay.close();
      clocks.close();
      stage.close();
    },
    key(event) {
      const { view } = table;
      if (!view) return false;
      const at = { at: view.at };
      switch (event.key) {
        case 'u':
          if (view.at > 0) void table.act('undo', at);
          return true;
        case 'r':
          if (view.at < view.moves.length) void table.act('redo', at);
          return true;
        case 'h':
          if (table.turn().may) void table.act('hint', at);
          return true;
        case 'a':
          analyse();
          return true;
        case 's':
          rate();
          return true;
        case 'n':
          location.hash = `#/new/${view.game}`;
          return true;
        case 'e':
          return beside.press();
        case '?':
          help = !help;
          app.redraw();
          return true;
        case 'Escape':
          help = false;
          resigning = false;
          seat.close();
          return true;
        case 'ArrowLeft':
          if (view.at > 0) void table.act('goto', { ...at, to: view.at - 1 });
          return true;
        case 'ArrowRight':
          if (view.at < view.moves.length) void table.act('goto', { ...at, to: view.at + 1 });
          return true;
        default:
          return false;
      }
    },
  };
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

/** What each key does. */
function keysHelp() {
  const keys = [
    ['u', 'page-undo'],
    ['r', 'page-redo'],
    ['h', 'page-hint'],
    ['a', 'page-analyse-toggle'],
    ['s', 'page-scores'],
    ['e', 'page-key-press'],
    ['n', 'page-new-game'],
    ['← →', 'page-key-arrows'],
    ['Esc', 'page-key-escape'],
    ['?', 'page-keys'],
  ];
  return h(
    'dl',
    { class: 'keys' },
    keys.map(([key, words]) => h('div', null, h('dt', null, h('kbd', null, key)), h('dd', null, t(words)))),
  );
}
