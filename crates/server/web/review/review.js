// The review of a game: what is known of it, and whoever learns from the mistakes in it.

import * as api from '../parts/api.js';
import { percent, say, t } from '../parts/words.js';
import { Table } from '../play/table.js';

/** @import {PlySign, Review as Known, ReviewError, ReviewProgress, ReviewWish, Still, Trial} from '../types.js' */
/** @import {View} from '../parts/wire.js' */

/** How bad an error is, as it is written behind a ply. */
/** @type {Record<ReviewError['grade'], PlySign>} */
export const SIGNS = { doubtful: '?!', mistake: '?', blunder: '??' };

/** How long each ply of a line stays on the board. */
const PACE = 900;

/** How many plies of a line are played on the board. */
const PLIES = 5;

/**
 * @typedef {object} Lesson an error that somebody learns from
 * @property {number} at after how many plies it was made
 * @property {'asked' | 'trying' | 'judging' | 'tried' | 'shown'} phase what has become of the question
 * @property {Trial | null} trial what was tried last
 */

/**
 * @typedef {object} Played a line that is played on the board beside the game
 * @property {Still[]} frames
 * @property {number} step how many of its plies are on the board
 */

export class Review {
  /** @param {Table} table @param {() => void} redraw @param {(words: string) => void} announce */
  constructor(table, redraw, announce) {
    this.table = table;
    this.redraw = redraw;
    this.announce = announce;
    /** @type {Known | null} */
    this.known = null;
    /** @type {ReviewProgress | null} */
    this.progress = null;
    /** How long each position is to be thought about; none is as before. @type {number | null} */
    this.seconds = null;
    /** Whose errors are learnt from; none is what suits the game. @type {'first' | 'second' | 'both' | null} */
    this.whose = null;
    /** @type {Lesson | null} */
    this.lesson = null;
    /** @type {Played | null} */
    this.line = null;
    /** The errors that somebody has found better plies for, or seen the answer to. @type {Map<number, 'solved' | 'seen'>} */
    this.learnt = new Map();
    /** Whether the way leads to the position of a lesson just now. */
    this.onTheWay = false;
    /** @type {Promise<void> | null} */
    this.asking = null;
    this.askAgain = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    table.reviewing = (progress) => this.hear(progress);
    void this.load();
  }

  close() {
    clearTimeout(this.timer);
  }

  /** @param {ReviewProgress} progress */
  hear(progress) {
    const ended = this.progress?.running && !progress.running;
    this.progress = progress;
    if (ended && progress.done === progress.of) this.announce(t('page-review-done'));
    this.redraw();
    void this.load();
  }

  /** Asks what is known; whoever asks meanwhile is answered after that. @returns {Promise<void>} */
  load() {
    if (this.asking) {
      this.askAgain = true;
      return this.asking;
    }
    this.asking = this.ask(() => api.review(this.table.id)).finally(() => {
      this.asking = null;
      if (this.askAgain) {
        this.askAgain = false;
        void this.load();
      }
    });
    return this.asking;
  }

  /** @param {() => Promise<Known | undefined>} request */
  async ask(request) {
    try {
      const known = await request();
      if (!known) return;
      this.known = known;
      this.progress = { running: known.running, done: known.done, of: known.of };
      this.redraw();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (error.status && error.status !== 404) this.table.refuse(error.text);
    }
  }

  begin() {
    /** @type {ReviewWish} */
    const wish = this.seconds === null ? {} : { seconds: this.seconds };
    return this.ask(async () => {
      await api.reviewBegin(this.table.id, wish);
      return api.review(this.table.id);
    });
  }

  stop() {
    return this.ask(() => api.reviewStop(this.table.id));
  }

  /** Whether every position has been judged, and what came of all of them is known here. */
  get complete() {
    const { progress, known } = this;
    const all = (/** @type {{done: number, of: number}} */ { done, of }) => done === of;
    return Boolean(progress && known?.wanted && all(progress) && all(known));
  }

  /** The side whose errors are learnt from: that of the one person who plays, or both. @returns {'first' | 'second' | 'both'} */
  get side() {
    const { human } = /** @type {View} */ (this.table.view);
    if (this.whose) return this.whose;
    return human[0] === human[1] ? 'both' : human[0] ? 'first' : 'second';
  }

  /** Whether an error is one to learn from. @param {ReviewError} error */
  isOwn = (error) => this.side === 'both' || error.side === this.side;

  /** The errors to learn from. */
  get own() {
    return (this.known?.errors ?? []).filter(this.isOwn);
  }

  /** The error of the lesson. */
  get error() {
    return this.lesson && this.own.find(({ at }) => at === this.lesson?.at);
  }

  /** How far the line that is looked at is the game as it was played. */
  get common() {
    const { moves } = /** @type {View} */ (this.table.view);
    const points = this.known?.points ?? [];
    const differs = moves.findIndex((move, i) => points[i]?.played !== move);
    return differs < 0 ? moves.length : differs;
  }

  /** Whether the position shown is that of the lesson, or the one that the error led to. */
  get isThere() {
    const { lesson, known } = this;
    const node = this.table.view?.node;
    return Boolean(
      lesson && known && [lesson.at, lesson.at + 1].some((at) => known.points[at]?.node === node),
    );
  }

  /** Whether the answer of the lesson is kept back at the position shown. */
  get hides() {
    const { lesson } = this;
    return Boolean(lesson && lesson.phase !== 'shown' && !this.learnt.has(lesson.at)) && this.isThere;
  }

  /** What stands behind a move that was an error. @param {number} node */
  badge(node) {
    const error = this.known?.errors.find(({ at }) => this.known?.points[at + 1]?.node === node);
    if (!error || !this.known) return null;
    const move = this.known.points[error.at].played ?? '';
    return { sign: SIGNS[error.grade], title: lost('page-review-lost', move, error) };
  }

  /** Looks at a position of the line that is looked at. @param {number} to */
  look(to) {
    const view = /** @type {View} */ (this.table.view);
    if (view.at !== to) void this.table.act('goto', { at: view.at, to });
  }

  /** Looks at a position of the game as it was played. @param {number} to */
  async goTo(to) {
    const { table, known } = this;
    const view = /** @type {View} */ (table.view);
    const node = known?.points[to]?.node;
    this.onTheWay = true;
    try {
      if (node !== undefined && view.node !== node) await table.act('goto', { at: view.at, node });
    } finally {
      this.onTheWay = false;
      this.redraw();
    }
  }

  /** Whoever goes elsewhere has left the lesson. */
  settle() {
    if (this.lesson && !this.onTheWay && this.table.view && !this.isThere) this.leave();
  }

  leave() {
    this.lesson = null;
    this.table.trial = null;
    this.clear();
  }

  /** Takes what was played beside the game off the board. */
  clear() {
    clearTimeout(this.timer);
    this.line = null;
    this.table.instead = null;
  }

  /** Goes to an error and asks what would have been better. @param {number} at */
  async learn(at) {
    this.leave();
    this.lesson = { at, phase: 'asked', trial: null };
    await this.goTo(at + 1);
    this.announce(this.told());
  }

  /** The error before or after the one of the lesson. @param {number} step */
  next(step) {
    const { own, lesson } = this;
    if (!own.length) return undefined;
    const now = own.findIndex(({ at }) => at === lesson?.at);
    const to = now < 0 ? 0 : (now + step + own.length) % own.length;
    return this.learn(own[to].at);
  }

  /** Lets whoever learns play there again. */
  async again() {
    const { lesson, table } = this;
    if (!lesson) return;
    this.clear();
    [lesson.phase, lesson.trial] = ['trying', null];
    table.trial = (ply) => this.tryPly(ply);
    await this.goTo(lesson.at);
    this.announce(t('page-review-try', { side: this.mover() }));
  }

  /** Judges a ply that is tried, and plays on the board what follows it. @param {string} ply */
  async tryPly(ply) {
    const { lesson, table, known } = this;
    if (!lesson || !known || lesson.phase === 'judging') return;
    const { node } = known.points[lesson.at];
    lesson.phase = 'judging';
    this.redraw();
    try {
      const trial = await api.tryAt(table.id, node, ply);
      if (this.lesson !== lesson) return;
      [lesson.trial, lesson.phase] = [trial, 'tried'];
      if (!trial.error && !this.learnt.has(lesson.at)) this.learnt.set(lesson.at, 'solved');
      this.announce(this.told());
      await this.show(node, [trial.move, ...trial.line], 1);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (this.lesson === lesson) lesson.phase = 'trying';
      table.refuse(error.text);
    }
  }

  /** Shows what would have been better. */
  async answer() {
    const { lesson, known } = this;
    if (!lesson || !known) return;
    this.clear();
    this.table.trial = null;
    lesson.phase = 'shown';
    if (!this.learnt.has(lesson.at)) this.learnt.set(lesson.at, 'seen');
    await this.goTo(lesson.at);
    const { best, line, node } = known.points[lesson.at];
    this.announce(t('page-review-best', { move: best ?? '' }));
    if (best) await this.show(node, line.length ? line : [best], 0);
  }

  /** Shows what is wrong with what was played. */
  async why() {
    const { lesson, known } = this;
    if (!lesson || !known) return;
    this.clear();
    await this.goTo(lesson.at);
    const { node, played } = known.points[lesson.at];
    await this.show(node, [played ?? '', ...known.points[lesson.at + 1].line], 1);
  }

  /** Plays a line on the board beside the game. @param {number} node @param {string[]} plies @param {number} step how much of it is there at once */
  async show(node, plies, step) {
    try {
      const { frames } = await api.frames(this.table.id, node, plies.slice(0, PLIES));
      if (!this.lesson) return;
      this.line = { frames, step: 0 };
      this.stepTo(step);
      // Who wants no motion goes from ply to ply by hand.
      if (!matchMedia('(prefers-reduced-motion:reduce)').matches) this.goOn();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.table.refuse(error.text);
    }
  }

  goOn() {
    this.timer = setTimeout(() => {
      if (!this.line || this.line.step >= this.line.frames.length) return;
      this.stepTo(this.line.step + 1);
      this.goOn();
    }, PACE);
  }

  /** Puts so many plies of the line on the board. @param {number} step */
  stepTo(step) {
    const { line, table } = this;
    if (!line || step < 0 || step > line.frames.length) return;
    line.step = step;
    const frame = line.frames[step - 1];
    table.instead = frame ? { picture: frame.picture, last: frame.last } : null;
    this.redraw();
  }

  /** Goes to another ply of the line by hand. @param {number} by */
  turnTo(by) {
    clearTimeout(this.timer);
    if (this.line) this.stepTo(this.line.step + by);
  }

  /** The name of whoever made the error. */
  mover() {
    const { geometry } = /** @type {View} */ (this.table.view);
    return geometry.sides[this.error?.side === 'second' ? 1 : 0].name;
  }

  /** What there is to say about the lesson, in a sentence. */
  told() {
    const { lesson, error, known } = this;
    if (!lesson || !error || !known) return '';
    const trial = lesson.trial;
    if (lesson.phase === 'trying') return t('page-review-try', { side: this.mover() });
    if (lesson.phase === 'judging') return t('page-review-judging');
    if (lesson.phase === 'shown')
      return t('page-review-best', { move: known.points[lesson.at].best ?? '' });
    if (lesson.phase === 'tried' && trial) {
      if (!trial.error) return t('page-review-good', { move: trial.move });
      return lost('page-review-bad', trial.move, trial.error);
    }
    return lost('page-review-cost', known.points[lesson.at].played ?? '', error);
  }

  /** What would have been better, to be shown on the board. */
  get proposal() {
    const { lesson, known, line } = this;
    if (lesson?.phase !== 'shown' || !known) return null;
    if (this.table.view?.node !== known.points[lesson.at].node) return null;
    return line?.step ? null : known.points[lesson.at].best;
  }
}

/** What a ply has lost, in words. @param {string} id @param {string} move @param {ReviewError} error */
export const lost = (id, move, error) =>
  t(id, { move, points: Math.round(error.cost), thrown: error.thrown ?? 'no' });

/** An error, named: the ply with its sign and what it cost. @param {Known} known @param {ReviewError} error @param {View} view */
export function named(known, error, view) {
  const side = say(view.geometry.sides[Table.index(error.side)].name);
  const move = `${known.points[error.at].played}${SIGNS[error.grade]}`;
  return `${error.at + 1} ${move}: ${side}, −${percent(error.cost / 100)}`;
}
