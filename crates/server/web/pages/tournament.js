// A tournament as it is played: who scored how much against whom, how strong each is, how the test
// goes, what went wrong, and every game. It follows whoever plays it, here or in a terminal.

import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { keep } from '../parts/store.js';
import { count, language, learnAll, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { Bench, track } from './bench.js';
import { drawn, table } from './labreport.js';

/** @import {App, Page} from '../app.js' */
/** @import {CrossCell, TournamentGame, TournamentGames, TournamentProgress, TournamentReport} from '../types.js' */

/** @param {string} id @param {App} app @returns {Page} */
export const tournamentPage = (id, app) => new TournamentPage(id, app);

/** @implements {Page} */
class TournamentPage extends Bench {
  /** @param {string} id @param {App} app */
  constructor(id, app) {
    super(app);
    this.id = id;
    /** @type {TournamentReport | null} */
    this.report = null;
    /** @type {TournamentProgress | null} */
    this.now = null;
    /** What the report was made of. */
    this.read = '';
    this.reading = false;
    /** Whose games are listed; all of them if nobody chose. @type {[number, number] | null} */
    this.two = null;
    /** @type {TournamentGames | null} */
    this.games = null;
    this.unwatch = api.watchTournament(id, (now) => {
      const before = this.now;
      this.now = now;
      if (before && !before.over && now.over) app.announce(t('page-tournament-ended'));
      void this.look();
    });
    void this.look();
  }

  title() {
    return this.report?.title ?? t('page-tournaments');
  }

  close() {
    super.close();
    this.unwatch();
  }

  /** Reads what it says now, unless that is read already. */
  look() {
    return this.attempt(async () => {
      const wanted = [language(), this.now?.games, this.now?.over, this.two].join();
      if (this.reading || wanted === this.read) return;
      this.reading = true;
      try {
        await learnAll();
        const report = await api.tournament(this.id, language());
        this.games = await api.tournamentGames(this.id, this.two, language());
        this.report = report;
        this.now ??= report.now;
        this.read = wanted;
      } finally {
        this.reading = false;
      }
      // More may have come meanwhile.
      if (this.open) void this.look();
    });
  }

  /** @param {[number, number] | null} two */
  choose(two) {
    this.two = two;
    this.app.redraw();
    return this.look();
  }

  stop() {
    return this.attempt(() => api.tournamentStop());
  }

  goOn() {
    return this.attempt(async () => {
      await api.tournamentBegin({ tournament: this.id });
      this.app.announce(t('page-tournament-begun'));
    });
  }

  /** Opens a game where it can be analysed. @param {TournamentGame} game */
  watch(game) {
    return this.attempt(async () => {
      const { text } = await api.tournamentRecord(this.id, game.pair, game.game);
      const { id } = await api.open(text);
      keep('analysing', true);
      location.hash = `#/game/${id}`;
    });
  }

  tools() {
    const { now } = this;
    const save = (/** @type {string} */ what, /** @type {string} */ words) =>
      h(
        'a',
        { class: 'btn', href: api.tournamentFile(this.id, what, language()), download: '' },
        icon('down'),
        h('span', null, words),
      );
    return h(
      'div',
      { class: 'row wraps' },
      save('players', t('page-tournament-csv')),
      save('games', t('page-tournament-games-csv')),
      save('report', t('page-tournament-report')),
      now?.playing
        ? button('stop', t('page-lab-stop'), { onclick: () => void this.stop() })
        : now && !now.over && button('play', t('page-tournament-go-on'), { class: 'main', onclick: () => void this.goOn() }),
    );
  }

  /** How far it has come. @param {TournamentReport} report */
  progress(report) {
    const now = this.now ?? report.now;
    const part = now.of ? now.games / now.of : 0;
    const left = now.playing && now.minute > 0 ? (now.of - now.games) / now.minute : 0;
    const told = [
      now.playing ? t('page-tournament-rate', { n: now.minute }) : t(now.over ? 'page-tournament-over' : 'page-tournament-still'),
      left >= 0.5 && t('page-tournament-left', { n: Math.round(left) }),
      report.faults,
    ];
    return h(
      'section',
      { class: 'box going', key: 'going' },
      h(
        'div',
        { class: 'row between wraps small' },
        h('b', { class: 'num' }, t('tournament-progress', { games: now.games, of: now.of })),
        h('span', { class: 'soft num' }, told.filter(Boolean).join(' · ')),
      ),
      track(part, t('page-lab-progress')),
    );
  }

  /** @param {TournamentReport} report */
  cross({ crosstable: { heading, sum, rows } }) {
    const cell = (/** @type {CrossCell | null} */ one, /** @type {number} */ a, /** @type {number} */ b) => {
      if (a === b) return h('td', { class: 'self' });
      if (!one) return h('td', null);
      const here = this.two?.[0] === a && this.two[1] === b;
      return h(
        'td',
        null,
        h(
          'button',
          {
            type: 'button',
            class: 'num',
            style: `--heat:${Math.round(one.heat)}%`,
            'aria-label': `${one.points} · ${one.told}`,
            title: one.told,
            'aria-pressed': String(here),
            onclick: () => void this.choose(here ? null : [a, b]),
          },
          one.points,
        ),
      );
    };
    return h(
      'section',
      { class: 'box', key: 'cross' },
      h('div', { class: 'row between wraps' }, h('h2', { class: 't' }, heading), h('span', { class: 'small soft' }, t('page-tournament-tap'))),
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': heading },
        h(
          'table',
          { class: 'cross' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              h('td', null),
              rows.map((row, at) => h('th', { scope: 'col', title: row.name }, h('span', { 'aria-hidden': 'true' }, at + 1), h('span', { class: 'sr' }, row.name))),
              h('th', { scope: 'col', class: 'sum' }, sum),
            ),
          ),
          h(
            'tbody',
            null,
            rows.map((row, at) =>
              h(
                'tr',
                { key: row.name },
                h('th', { scope: 'row' }, h('span', { class: 'num' }, at + 1), ' ', row.name),
                row.cells.map((one, column) => cell(one, row.player, rows[column].player)),
                h('td', { class: 'sum num' }, row.points),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {string} heading @param {string} drawing @param {string} about */
  plot(heading, drawing, about = '') {
    return h(
      'figure',
      { class: 'box plot', key: heading },
      h('figcaption', null, heading, about && h('small', { class: 'soft' }, about)),
      drawn(drawing),
    );
  }

  played() {
    const { games, two, report } = this;
    if (!games || !report) return null;
    const name = (/** @type {number} */ player) => report.crosstable.rows.find((row) => row.player === player)?.name ?? '';
    const title = two ? t('page-tournament-between', { a: name(two[0]), b: name(two[1]) }) : t('tournament-last-games');
    return h(
      'section',
      { class: 'box played', key: 'played' },
      h(
        'div',
        { class: 'row between wraps' },
        h('h2', { class: 't' }, title),
        two
          ? button('list', t('page-tournament-all'), { class: 'plain', onclick: () => void this.choose(null) })
          : h('span', { class: 'small soft' }, t('page-tournament-open')),
      ),
      games.games.length === 0 && h('p', { class: 'small soft' }, t('page-tournament-no-games')),
      h(
        'ul',
        { class: 'list' },
        games.games.map((game) =>
          h(
            'li',
            { key: `${game.pair}.${game.game}` },
            h(
              'button',
              { type: 'button', class: 'into', onclick: () => void this.watch(game) },
              h('span', { class: 'num soft' }, `${game.pair + 1}.${game.game + 1}`),
              h(game.winner === 'first' ? 'b' : 'span', null, game.first),
              h('span', { class: 'num' }, game.winner === 'first' ? '1–0' : game.winner === 'second' ? '0–1' : '½–½'),
              h(game.winner === 'second' ? 'b' : 'span', null, game.second),
              h('span', { class: 'num soft' }, t('page-tournament-moves', { n: game.moves })),
              h('span', { class: game.fault ? 'wrong' : 'soft' }, game.end),
            ),
          ),
        ),
      ),
      games.all > games.games.length &&
        h('p', { class: 'small soft num' }, t('page-tournament-more', { n: count(games.games.length), all: count(games.all) })),
    );
  }

  view() {
    const { report } = this;
    // Another language is other words.
    if (report && !this.reading && !this.read.startsWith(`${language()},`)) void this.look();
    return h(
      'div',
      { class: 'lab tournament' },
      h(
        'div',
        { class: 'lead row between wraps' },
        h(
          'div',
          null,
          h('a', { class: 'small', href: '#/tournaments' }, t('page-tournaments')),
          h('h1', null, report?.title ?? t('page-tournaments')),
          report && h('p', null, report.about),
        ),
        report && this.tools(),
      ),
      this.wrong(),
      report && [
        this.progress(report),
        h('p', { class: 'answer', key: 'answer' }, report.summary),
        report.rounds.map(table),
        h(
          'div',
          { class: 'tops', key: 'tops' },
          this.cross(report),
          h(
            'div',
            { class: 'bench' },
            this.plot(t('tournament-strengths'), report.strengths),
            report.course && this.plot(t('tournament-sprt'), report.course),
          ),
        ),
        report.figures.length > 0 &&
          h(
            'section',
            { class: 'box', key: 'figures' },
            h('h2', { class: 't' }, t('tournament-figures')),
            h('pre', { class: 'mono small' }, report.figures.join('\n')),
          ),
        table(report.ranking),
        this.played(),
        report.notes.map((note) => h('p', { class: 'small soft' }, note)),
      ],
    );
  }
}
