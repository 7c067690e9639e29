// Those who work for others on a queue elsewhere: how fast it goes, what is left, what went wrong.

import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { count, has, learnAll, t } from '../parts/words.js';
import { Bench } from './bench.js';
import { table } from './labreport.js';

/** @import {App, Page} from '../app.js' */
/** @import {Workers} from '../types.js' */

/** How often the queue is asked, in ms. */
const LOOK = 2000;

/** What a kind of work is called; another version may know others. @param {string} kind */
const kindOf = (kind) => (has(`worker-kind-${kind}`) ? t(`worker-kind-${kind}`) : kind);

/** @param {App} app @returns {Page} */
export const workersPage = (app) => new WorkersPage(app);

/** @implements {Page} */
class WorkersPage extends Bench {
  /** @param {App} app */
  constructor(app) {
    super(app);
    /** @type {Workers | null} */
    this.all = null;
    void this.attempt(async () => {
      await learnAll();
      await this.readLab();
    }).then(() => this.look());
  }

  title() {
    return t('page-workers');
  }

  async look() {
    await this.attempt(async () => {
      this.all = await api.workers();
    });
    // Where there is no queue there will be none later.
    if (this.lab?.workers) this.again(LOOK, () => this.look());
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
            rows: queued.map((one) => [one.run, kindOf(one.kind), one.version, ...[one.waiting, one.working, one.again].map(count)]),
            words: [0, 1, 2],
          })
        : h('section', { class: 'box', key: 'nothing' }, h('h2', { class: 't' }, t('page-workers-work')), h('p', { class: 'soft' }, t('page-workers-no-work'))),
    ];
  }

  view() {
    const found = h('div', { class: 'bench found' }, this.wrong(), this.all && this.found(this.all));
    return this.laidOut('workers', t('page-workers'), t('page-workers-lead'), found);
  }
}
