// The lab: an experiment is chosen, set, run and stopped here, and what came of it is shown, alone or
// beside what other machines found. The page knows no experiment: all it asks and says is data.

import * as api from '../parts/api.js';
import { dropped, h } from '../parts/dom.js';
import { field, wrong } from '../parts/form.js';
import { icon } from '../parts/icons.js';
import { ago, language, learnAll, percent, say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { Bench, given, tool, track } from './bench.js';
import { reportView } from './labreport.js';

/** @import {App, Page} from '../app.js' */
/** @import {LabExperiment, LabReport, LabResult} from '../types.js' */

/** How often a run is looked at, in ms. */
const LOOK = 700;

/** @param {string} asked the experiment's name; none is the first @param {App} app @returns {Page} */
export const labPage = (asked, app) => new LabPage(asked, app);

/** @implements {Page} */
class LabPage extends Bench {
  /** @param {string} asked @param {App} app */
  constructor(asked, app) {
    super(app);
    this.asked = asked;
    /** What is set, where it is not as usual. @type {Record<string, string>} */
    this.values = {};
    /** The results that are shown; none until somebody or something chooses. @type {string[] | null} */
    this.chosen = null;
    /** @type {LabReport | null} */
    this.report = null;
    /** Which results, rows and language the report is of. */
    this.reported = '';
    void this.look();
  }

  title() {
    return t('page-lab');
  }

  experiment() {
    const all = this.lab?.experiments ?? [];
    return all.find(({ name }) => name === this.asked) ?? all[0];
  }

  own() {
    return this.lab?.results.filter((result) => result.experiment === this.experiment()?.name) ?? [];
  }

  /** What is shown: what was chosen and is still there, or else the newest that has something to show. */
  shown() {
    const readable = this.own().filter(({ done }) => done > 0);
    const ids = this.chosen ?? readable.slice(0, 1).map(({ id }) => id);
    return readable.filter(({ id }) => ids.includes(id));
  }

  look() {
    return this.attempt(async () => {
      const before = this.lab?.going;
      await learnAll();
      const { going, trouble } = await this.readLab();
      if (!this.open) return;
      if (going) this.again(LOOK, () => this.look());
      else if (before) this.app.announce(t(trouble ? 'page-lab-failed' : 'page-lab-over'));
      await this.read();
    });
  }

  /** Reads what the chosen results say, unless it is read already. */
  async read() {
    const all = this.shown();
    const wanted = [language(), ...all.map(({ id, done }) => `${id} ${done}`)].join();
    if (wanted === this.reported) return;
    this.report = all.length ? await api.labReport(all.map(({ id }) => id), language()) : null;
    this.reported = wanted;
  }

  /** @param {{experiment?: string, settings?: Record<string, string>, result?: string}} wish */
  run(wish) {
    return this.attempt(async () => {
      const { id } = await api.labBegin(wish);
      this.chosen = [id];
      this.app.announce(t('page-lab-begun'));
      await this.look();
    });
  }

  stop() {
    return this.attempt(async () => {
      await api.labStop();
      await this.look();
    });
  }

  /** @param {string} id */
  forget(id) {
    return this.attempt(async () => {
      await api.labDelete(id);
      this.doomed = '';
      this.chosen = this.chosen?.filter((one) => one !== id) ?? null;
      await this.look();
    });
  }

  /** @param {File} file */
  take(file) {
    return this.attempt(async () => {
      const result = await api.labImport(await file.text(), file.name.replace(/\.[^.]*$/, ''));
      // It stands beside what is shown already, where that is the same experiment.
      this.chosen = [...this.shown().map(({ id }) => id), result.id];
      if (result.experiment !== this.experiment()?.name) location.hash = `#/lab/${result.experiment}`;
      else await this.look();
    });
  }

  /** @param {string} id @param {boolean} on */
  choose(id, on) {
    return this.attempt(async () => {
      const ids = this.shown().map((result) => result.id);
      this.chosen = on ? [...ids, id] : ids.filter((one) => one !== id);
      await this.read();
    });
  }

  /** @param {LabExperiment} one */
  entry(one) {
    return h(
      'a',
      {
        class: 'opt',
        href: `#/lab/${one.name}`,
        'aria-current': one === this.experiment() ? 'page' : null,
      },
      h('b', null, t(`lab-${one.name}`)),
      this.lab?.going && this.result(this.lab.going.result)?.experiment === one.name && h('span', { class: 'chip ok' }, t('page-lab-running')),
    );
  }

  /** @param {string} id */
  result(id) {
    return this.lab?.results.find((one) => one.id === id);
  }

  /** @param {LabExperiment} one */
  settings(one) {
    return h(
      'section',
      { class: 'box asks', key: `asks-${one.name}` },
      h('h2', null, t(`lab-${one.name}`)),
      h('p', { class: 'soft' }, t(`lab-${one.name}-about`)),
      one.alone && h('p', { class: 'small muted' }, t('page-lab-alone')),
      one.keys.map((key) =>
        field(
          key,
          this.values,
          (name, value) => {
            this.values = { ...this.values, [name]: value };
            this.redraw();
          },
          false,
        ),
      ),
      this.lab?.going
        ? this.progress()
        : h(
            'div',
            { class: 'row' },
            button('play', t('page-lab-run'), {
              class: 'main',
              disabled: one.keys.some((key) => wrong(key, this.values[key.name] ?? '')),
              onclick: () => void this.run({ experiment: one.name, settings: given(this.values) }),
            }),
          ),
    );
  }

  progress() {
    const going = this.lab?.going;
    if (!going) return null;
    const name = this.result(going.result)?.experiment;
    const left = going.part > 0.02 ? (going.seconds * (1 - going.part)) / going.part : 0;
    const told = [
      t('page-lab-rows', { done: going.done, all: going.all }),
      t('page-lab-seconds', { n: Math.round(going.seconds) }),
      left > 1 && t('page-lab-left', { n: Math.round(left) }),
    ];
    return h(
      'div',
      { class: 'going', key: 'going' },
      h('p', null, name && name !== this.experiment()?.name ? t('page-lab-other', { name: t(`lab-${name}`) }) : t('page-lab-now')),
      track(going.part, t('page-lab-progress')),
      h(
        'div',
        { class: 'row between' },
        h('span', { class: 'small soft num' }, percent(going.part), ' · ', told.filter(Boolean).join(' · ')),
        button('stop', t('page-lab-stop'), { onclick: () => void this.stop() }),
      ),
    );
  }

  /** @param {LabResult} one */
  line(one) {
    const on = this.shown().indexOf(one);
    const going = this.lab?.going?.result === one.id;
    const name = one.name ?? t('page-lab-unnamed');
    const set = (this.experiment()?.keys ?? [])
      .filter(({ name }) => one.settings[name] !== undefined)
      .map(({ name, help }) => `${t(help)}: ${one.settings[name]}`);
    const about = [
      one.begun !== null && ago(one.begun),
      one.broken === null && t('page-lab-rows', { done: one.done, all: one.all }),
      ...set,
    ];
    return h(
      'li',
      { key: one.id },
      h(
        'label',
        null,
        h('input', {
          type: 'checkbox',
          checked: on >= 0,
          disabled: one.done === 0,
          onchange: (/** @type {Event} */ event) =>
            void this.choose(one.id, /** @type {HTMLInputElement} */ (event.target).checked),
        }),
        h(
          'span',
          null,
          h('b', null, on >= 0 && this.shown().length > 1 ? `#${on + 1} ${name}` : name),
          h('span', null, about.filter(Boolean).join(' · ')),
          one.machine && h('span', null, say(one.machine)),
          one.broken && h('span', { class: 'wrong' }, say(one.broken)),
        ),
      ),
      this.doomed === one.id
        ? this.sure(() => this.forget(one.id))
        : [
            one.open && !this.lab?.going && tool('play', t('page-lab-go-on', { name }), () => void this.run({ result: one.id })),
            one.done > 0 &&
              h(
                'a',
                {
                  class: 'tool',
                  href: api.labFile(one.id),
                  download: '',
                  'aria-label': t('page-lab-save', { name }),
                  title: t('page-lab-save', { name }),
                },
                icon('down'),
              ),
            !going &&
              tool('bin', t('page-lab-delete', { name }), () => this.doom(one.id)),
          ],
    );
  }

  results() {
    return h(
      'section',
      {
        class: 'box results',
        key: 'results',
        ...dropped((file) => this.take(file)),
      },
      h('h2', { class: 't' }, t('page-lab-results')),
      this.own().length
        ? [
            h('p', { class: 'small soft' }, t('page-lab-compare')),
            h('ul', { class: 'list' }, this.own().map((one) => this.line(one))),
          ]
        : h('p', { class: 'small soft' }, t('page-lab-none')),
      h(
        'label',
        { class: 'btn upload' },
        icon('up'),
        h('span', null, t('page-lab-import')),
        h('input', {
          type: 'file',
          class: 'sr',
          accept: '.jsonl,.json,application/json,text/plain',
          onchange: (/** @type {Event} */ event) => {
            const input = /** @type {HTMLInputElement} */ (event.target);
            const file = input.files?.[0];
            input.value = '';
            if (file) void this.take(file);
          },
        }),
      ),
    );
  }

  view() {
    const one = this.experiment();
    // Another language is other words.
    if (this.report && !this.reported.startsWith(`${language()},`)) void this.attempt(() => this.read());
    const own = h(
      'div',
      { class: 'bench' },
      this.wrong(this.lab?.going ? null : this.lab?.trouble),
      one && [
        h('div', { class: 'tops', key: 'tops' }, this.settings(one), this.results()),
        this.report && reportView(this.report, this.shown().some(({ done, all }) => done < all)),
      ],
    );
    return this.laidOut('', t('page-lab'), t('page-lab-lead'), own);
  }
}
