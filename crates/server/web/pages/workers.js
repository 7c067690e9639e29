// Those who work for others on a queue elsewhere: how fast it goes, what is left, what went wrong.

import * as api from '../parts/api.js';
import { attempt } from '../parts/attempt.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { count, learnAll, t } from '../parts/words.js';
import { table } from './labreport.js';
import { ways } from './labways.js';

/** @import {App, Page} from '../app.js' */
/** @import {Lab, Workers} from '../types.js' */

/** How often the queue is asked, in ms. */
const LOOK = 2000;

/** @param {App} app @returns {Page} */
export const workersPage = (app) => new WorkersPage(app);

/** @implements {Page} */
class WorkersPage {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Workers | null} */
    this.all = null;
    /** The other entries of the lab. @type {Lab | null} */
    this.lab = null;
    this.trouble = '';
    this.open = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    void this.attempt(async () => {
      await learnAll();
      this.lab = await api.lab();
    }).then(() => this.look());
  }

  title() {
    return t('page-workers');
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

  /** @param {() => Promise<void>} what */
  attempt(what) {
    return attempt(this, what);
  }

  async look() {
    await this.attempt(async () => {
      this.all = await api.workers();
    });
    // Where there is no queue there will be none later.
    if (this.open && this.lab?.workers) this.timer = setTimeout(() => void this.look(), LOOK);
  }

  /** @param {Workers} all */
  found({ workers, queued, results }) {
    const sum = (/** @type {number[]} */ all) => all.reduce((one, other) => one + other, 0);
    const heads = (/** @type {string[]} */ names) => names.map((name) => t(`worker-heads-${name}`));
    const left = sum(queued.map(({ waiting, working }) => waiting + working));
    const rate = sum(workers.map(({ last_minute }) => last_minute));
    const faults = sum(workers.map(({ faults }) => faults));
    return [
      h(
        'section',
        { class: 'box', key: 'how' },
        h('p', { class: 'answer num' }, t('page-workers-progress', { rate, left, faults })),
        results > 0 && h('p', { class: 'small soft num' }, t('page-workers-results', { n: results })),
      ),
      workers.length
        ? table({
            title: t('page-workers-now'),
            heads: heads(['worker', 'version', 'jobs', 'busy', 'done', 'minute', 'faults']),
            rows: workers.map((one) => [
              one.name,
              one.version,
              ...[one.jobs, one.busy, one.done, one.last_minute, one.faults].map(count),
            ]),
            words: [0, 1],
          })
        : h('section', { class: 'box', key: 'nobody' }, h('h2', { class: 't' }, t('page-workers-now')), h('p', { class: 'soft' }, t('page-workers-none'))),
      queued.length
        ? table({
            title: t('page-workers-work'),
            heads: heads(['run', 'kind', 'version', 'waiting', 'working', 'again']),
            rows: queued.map((one) => [one.run, one.kind, one.version, ...[one.waiting, one.working, one.again].map(count)]),
            words: [0, 1, 2],
          })
        : h('section', { class: 'box', key: 'nothing' }, h('h2', { class: 't' }, t('page-workers-work')), h('p', { class: 'soft' }, t('page-workers-no-work'))),
    ];
  }

  view() {
    return h(
      'div',
      { class: 'lab' },
      h('div', { class: 'lead' }, h('h1', null, t('page-workers')), h('p', null, t('page-workers-lead'))),
      h(
        'nav',
        { class: 'choices', 'aria-label': t('page-experiments') },
        this.lab?.experiments.map(({ name }) => h('a', { class: 'opt', href: `#/lab/${name}` }, h('b', null, t(`lab-${name}`)))),
        ways('workers', this.lab?.workers),
      ),
      h(
        'div',
        { class: 'bench found' },
        this.trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, this.trouble)),
        this.all && this.found(this.all),
      ),
    );
  }
}
