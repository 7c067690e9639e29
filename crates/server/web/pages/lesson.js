// A lesson: boards with words beside them, one step after the other.

import * as api from '../parts/api.js';
import { EMPTY } from '../board/hand.js';
import { h } from '../parts/dom.js';
import { mark } from '../parts/progress.js';
import { t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { address } from './learn.js';
import { Task } from './task.js';

/** @import {App, Page} from '../app.js' */
/** @import {GameKind} from '../types.js' */
/** @import {Blackboard} from '../parts/wire.js' */
/** @import {Tried} from './task.js' */

/** @param {GameKind} kind @param {string} id @param {App} app @returns {Page} */
export const lessonPage = (kind, id, app) => new Lesson(kind, id, app);

/** @implements {Page} */
class Lesson extends Task {
  /** @param {GameKind} kind @param {string} id @param {App} app */
  constructor(kind, id, app) {
    super(kind.name, app);
    this.id = id;
    this.lessons = kind.lessons;
    this.number = kind.lessons.indexOf(id);
    this.step = 0;
    this.steps = 1;
    void this.ask([]);
  }

  title() {
    return t(`lesson-${this.game}-${this.id}`);
  }

  label() {
    return t('page-lesson-board', { lesson: { id: `lesson-${this.game}-${this.id}` } });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'u') this.back();
    else if (event.key === 'n') this.next();
    else return false;
    return true;
  }

  /** @param {Tried} tried */
  answer(tried) {
    return api.lesson(this.game, { lesson: this.id, step: this.step, ...tried });
  }

  /** @param {Blackboard} board */
  answered(board) {
    this.steps = board.steps;
    const ended = board.standing === 'told' || board.standing === 'done';
    if (ended && this.step === this.steps - 1) mark({ way: 'lesson', game: this.game, id: this.id, done: Date.now() });
  }

  /** @param {number} to */
  go(to) {
    [this.step, this.attempt, this.board, this.held, this.hinted] = [to, 0, null, EMPTY, 0];
    void this.ask([]);
  }

  next() {
    if (this.step + 1 < this.steps) this.go(this.step + 1);
    else location.hash = address(this.game, this.lessons[this.number + 1]);
  }

  view() {
    const { board, step } = this;
    return h(
      'div',
      { class: 'view lesson', 'data-standing': board?.standing ?? 'wait', 'data-step': step },
      h('div', { class: 'stage' }, board && this.stage(board)),
      h(
        'aside',
        { class: 'panel', 'aria-label': t('page-learn') },
        h('div', { class: 'scrolls' }, this.head(), this.telling(), board?.standing !== 'told' && this.status()),
        this.foot(),
      ),
    );
  }

  /** Which lesson it is, and how far one is in it. */
  head() {
    const { game, number, lessons, step, steps } = this;
    return h(
      'section',
      { class: 'sec' },
      h(
        'div',
        { class: 'row between small soft' },
        h('a', { href: address(game) }, t('page-learn-game', { game: { id: `game-${game}` } })),
        h('span', { class: 'num' }, t('page-lesson-of', { n: number + 1, of: lessons.length })),
      ),
      h('h1', null, this.title()),
      h(
        'div',
        { class: 'pips', role: 'img', 'aria-label': t('page-lesson-step', { n: step + 1, of: steps }) },
        Array.from({ length: steps }, (_, i) => h('i', { class: i <= step ? 'on' : null })),
      ),
    );
  }

  /** The ways back and on. */
  foot() {
    const { step, steps } = this;
    const standing = this.board?.standing;
    const over = standing === 'told' || standing === 'done';
    const last = step + 1 === steps;
    return h(
      'div',
      { class: 'foot' },
      h(
        'div',
        { class: 'acts' },
        button('prev', t('page-lesson-back'), {
          onclick: () => this.go(step - 1),
          ...(step ? {} : { disabled: true, title: t('page-lesson-back-when') }),
        }),
        this.ways(),
      ),
      button(last && over ? 'check' : 'go', t(over ? (last ? 'page-lesson-end' : 'page-lesson-next') : 'page-lesson-skip'), {
        class: over ? 'main wide' : 'wide',
        onclick: () => this.next(),
      }),
    );
  }
}
