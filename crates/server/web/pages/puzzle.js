// A puzzle: something to be found on a board that answers, with two hints and, for whoever wants it,
// the solution and what is wrong with what looks as good.

import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { done, learnt, mark, ready } from '../parts/progress.js';
import { say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { address, gradeMark, today } from './puzzles.js';
import { Task } from './task.js';

/** @import {App, Page} from '../app.js' */
/** @import {PuzzleEntry, PuzzleSolution} from '../types.js' */
/** @import {Blackboard} from '../parts/wire.js' */
/** @import {Tried} from './task.js' */

/** A puzzle of a game, with those after it. @param {string} game @param {string} id @param {App} app @returns {Page} */
export const puzzlePage = (game, id, app) => new Puzzle(game, id, app);

/** The puzzle of today with a number, from 1. @param {string} number @param {App} app @returns {Page} */
export const dailyPage = (number, app) => new Puzzle('', '', app, Number(number) || 1);

/** How many hints were read of a puzzle whose solution was. */
const SHOWN = 3;

/** @implements {Page} */
class Puzzle extends Task {
  /** @param {string} game @param {string} id @param {App} app @param {number} [daily] its number among those of the day */
  constructor(game, id, app, daily = 0) {
    super(game, app);
    this.id = id;
    this.daily = daily;
    /** Those it is one of. @type {PuzzleEntry[]} */
    this.row = [];
    /** @type {PuzzleSolution | null} */
    this.solution = null;
    /** How often something was tried in vain. */
    this.tries = 0;
    ready(() => app.redraw());
    void this.begin();
  }

  async begin() {
    try {
      if (this.daily) {
        this.row = await api.daily(today());
        const one = this.row[Math.min(this.daily, this.row.length) - 1];
        if (!one || !this.open) return;
        [this.game, this.id] = [one.game, one.id];
      } else {
        const { puzzles } = await api.puzzles();
        this.row = puzzles.filter(({ game }) => game === this.game);
      }
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = say(error.text);
      return this.redraw();
    }
    if (this.open) await this.ask([]);
  }

  get place() {
    return this.row.findIndex(({ game, id }) => game === this.game && id === this.id);
  }

  title() {
    return this.place < 0 ? t('page-puzzles') : t('page-puzzle-title', { n: this.place + 1 });
  }

  label() {
    return t('page-puzzle-board', { game: { id: `game-${this.game}` } });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'u') this.back();
    else if (event.key === 'n') this.next();
    else if (event.key === 'h') this.help();
    else return false;
    return true;
  }

  /** @param {Tried} tried */
  answer(tried) {
    return api.puzzle(this.game, this.id, tried);
  }

  /** @param {Blackboard} board */
  answered(board) {
    // What is played to see the solution is no attempt.
    if (this.solution) return;
    if (board.standing === 'lost') this.keep({ tries: ++this.tries });
    if (board.standing === 'done') this.keep({ done: Date.now() });
  }

  /** @param {{done?: number, tries?: number, hints?: number}} more */
  keep(more) {
    const before = learnt('puzzle', this.game, this.id);
    const tries = Math.max(this.tries, before?.tries ?? 0);
    const hints = Math.max(this.hinted, before?.hints ?? 0);
    mark({ way: 'puzzle', game: this.game, id: this.id, tries, hints, ...more });
  }

  help() {
    super.help();
    if (this.hinted) this.keep({});
  }

  async show() {
    try {
      this.solution = await api.solution(this.game, this.id);
      if (this.board?.standing !== 'done') this.keep({ hints: SHOWN });
      await this.ask([]);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.refuse(say(error.text));
      this.redraw();
    }
  }

  /** Where one that comes after it is. @param {number} far */
  beside(far) {
    const other = this.row[this.place + far];
    if (!other) return this.daily ? '#/puzzles' : address(this.game);
    return this.daily ? `#/daily/${this.daily + far}` : address(this.game, other.id);
  }

  next() {
    location.hash = this.beside(1);
  }

  view() {
    const { board } = this;
    return h(
      'div',
      { class: 'view lesson puzzle', 'data-standing': board?.standing ?? 'wait', 'data-puzzle': this.id },
      h('div', { class: 'stage' }, board && this.stage(board)),
      h(
        'aside',
        { class: 'panel', 'aria-label': t('page-puzzles') },
        h('div', { class: 'scrolls' }, this.head(), this.telling(), this.status(), this.solution && this.shown(this.solution)),
        this.foot(),
      ),
    );
  }

  head() {
    const { game, place, row, daily } = this;
    const one = row[place];
    const up = daily ? '#/puzzles' : address(game);
    const where = daily ? t('page-daily') : t('page-puzzles-of', { game: { id: `game-${game}` } });
    return h(
      'section',
      { class: 'sec' },
      h(
        'div',
        { class: 'row between small soft' },
        h('a', { href: up }, where),
        one && h('span', { class: 'num' }, t('page-puzzle-of', { n: place + 1, of: row.length })),
      ),
      h('h1', null, this.title()),
      one &&
        h(
          'p',
          { class: 'row small soft' },
          gradeMark(one.grade),
          done('puzzle', game, this.id) && h('span', { class: 'chip ok' }, icon('check'), t('page-puzzle-solved')),
        ),
    );
  }

  /** The solution to step through, and wrong tries to see refuted. @param {PuzzleSolution} solution */
  shown({ line, tries }) {
    const moves = this.board?.moves ?? [];
    const along = moves.every((ply, i) => ply === line[i]) ? moves.length : -1;
    return h(
      'section',
      { class: 'sec solution' },
      h('h2', { class: 't' }, t('page-solution')),
      h(
        'div',
        { class: 'row wraps' },
        line.map((ply, i) =>
          h(
            'button',
            {
              type: 'button',
              class: `btn plain${i + 1 === along ? ' on' : ''}`,
              'aria-pressed': String(i + 1 === along),
              onclick: () => void this.ask(line.slice(0, i + 1)),
            },
            h('span', null, ply),
          ),
        ),
      ),
      tries.length > 0 && h('p', { class: 'small soft' }, t('page-solution-tries')),
      h(
        'div',
        { class: 'row wraps' },
        tries.map((ply) =>
          h(
            'button',
            {
              type: 'button',
              class: `btn plain try${moves[0] === ply ? ' on' : ''}`,
              'aria-pressed': String(moves[0] === ply),
              onclick: () => void this.ask([ply]),
            },
            h('span', null, ply),
          ),
        ),
      ),
    );
  }

  /** The ways back and on. */
  foot() {
    const { board, place } = this;
    const solved = board?.standing === 'done';
    return h(
      'div',
      { class: 'foot' },
      h(
        'div',
        { class: 'acts' },
        button('prev', t('page-lesson-back'), {
          onclick: () => (location.hash = this.beside(-1)),
          ...(place > 0 ? {} : { disabled: true, title: t('page-puzzle-back-when') }),
        }),
        this.ways(),
        button('eye', t('page-solution-show'), {
          onclick: () => void this.show(),
          ...(this.solution || !board ? { disabled: true, title: t('page-solution-shown') } : {}),
        }),
      ),
      button(place + 1 < this.row.length ? 'go' : 'check', t(place + 1 < this.row.length ? 'page-puzzle-next' : 'page-puzzle-all'), {
        class: solved ? 'main wide' : 'wide',
        onclick: () => this.next(),
      }),
    );
  }
}
