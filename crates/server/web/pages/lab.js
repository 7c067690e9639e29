// The lab: an experiment is chosen, set, run and stopped here, and what came of it is shown, alone or
// beside what other machines found. The page knows no experiment: all it asks and says is data.

import * as api from '../parts/api.js';
import { dropped, h } from '../parts/dom.js';
import { field, wrong } from '../parts/form.js';
import { icon } from '../parts/icons.js';
import { ago, language, percent, say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { reportView } from './labreport.js';

/** @import {App, Page} from '../app.js' */
/** @import {Lab, LabExperiment, LabReport, LabResult} from '../types.js' */

/** How often a run is looked at, in ms. */
const LOOK = 700;

/** @param {string} asked the experiment's name; none is the first @param {App} app @returns {Page} */
export function labPage(asked, app) {
  /** @type {Lab | null} */
  let lab = null;
  /** What is set, where it is not as usual. @type {Record<string, string>} */
  let values = {};
  /** The results that are shown; none until somebody or something chooses. @type {string[] | null} */
  let chosen = null;
  /** @type {LabReport | null} */
  let report = null;
  /** Which results, rows and language the report is of. */
  let reported = '';
  let doomed = '';
  let trouble = '';
  let open = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const redraw = () => app.redraw();

  const experiment = () => lab?.experiments.find(({ name }) => name === asked) ?? lab?.experiments[0];
  const own = () => lab?.results.filter((result) => result.experiment === experiment()?.name) ?? [];
  /** What is shown: what was chosen and is still there, or else the newest that has something to show. */
  const shown = () => {
    const readable = own().filter(({ done }) => done > 0);
    const ids = chosen ?? readable.slice(0, 1).map(({ id }) => id);
    return readable.filter(({ id }) => ids.includes(id));
  };

  /** Does something and says what went wrong. @param {() => Promise<void>} what */
  const attempt = async (what) => {
    try {
      await what();
      trouble = '';
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
      app.announce(trouble);
    }
    if (open) redraw();
  };

  const look = () =>
    attempt(async () => {
      clearTimeout(timer);
      const before = lab?.going;
      lab = await api.lab();
      if (!open) return;
      if (lab.going) timer = setTimeout(() => void look(), LOOK);
      else if (before) app.announce(t(lab.trouble ? 'page-lab-failed' : 'page-lab-over'));
      await read();
    });

  /** Reads what the chosen results say, unless it is read already. */
  const read = async () => {
    const all = shown();
    const wanted = [language(), ...all.map(({ id, done }) => `${id} ${done}`)].join();
    if (wanted === reported) return;
    report = all.length ? await api.labReport(all.map(({ id }) => id), language()) : null;
    reported = wanted;
  };

  /** @param {{experiment?: string, settings?: Record<string, string>, result?: string}} wish */
  const run = (wish) =>
    attempt(async () => {
      const { id } = await api.labBegin(wish);
      chosen = [id];
      app.announce(t('page-lab-begun'));
      await look();
    });
  const stop = () =>
    attempt(async () => {
      await api.labStop();
      await look();
    });
  /** @param {string} id */
  const forget = (id) =>
    attempt(async () => {
      await api.labDelete(id);
      doomed = '';
      chosen = chosen?.filter((one) => one !== id) ?? null;
      await look();
    });
  /** @param {File} file */
  const take = (file) =>
    attempt(async () => {
      const result = await api.labImport(await file.text(), file.name.replace(/\.[^.]*$/, ''));
      // It stands beside what is shown already, where that is the same experiment.
      chosen = [...shown().map(({ id }) => id), result.id];
      if (result.experiment !== experiment()?.name) location.hash = `#/lab/${result.experiment}`;
      else await look();
    });
  /** @param {string} id @param {boolean} on */
  const choose = (id, on) =>
    attempt(async () => {
      const ids = shown().map((result) => result.id);
      chosen = on ? [...ids, id] : ids.filter((one) => one !== id);
      await read();
    });
  void look();

  /** @param {LabExperiment} one */
  const entry = (one) =>
    h(
      'a',
      {
        class: 'opt',
        href: `#/lab/${one.name}`,
        'aria-current': one === experiment() ? 'page' : null,
      },
      h('b', null, t(`lab-${one.name}`)),
      lab?.going && result(lab.going.result)?.experiment === one.name && h('span', { class: 'chip ok' }, t('page-lab-running')),
    );
  /** @param {string} id */
  const result = (id) => lab?.results.find((one) => one.id === id);

  /** @param {LabExperiment} one */
  const settings = (one) =>
    h(
      'section',
      { class: 'box asks', key: `asks-${one.name}` },
      h('h2', null, t(`lab-${one.name}`)),
      h('p', { class: 'soft' }, t(`lab-${one.name}-about`)),
      one.alone && h('p', { class: 'small muted' }, t('page-lab-alone')),
      one.keys.map((key) =>
        field(
          key,
          values,
          (name, value) => {
            values = { ...values, [name]: value };
            redraw();
          },
          false,
        ),
      ),
      lab?.going
        ? progress()
        : h(
            'div',
            { class: 'row' },
            button('play', t('page-lab-run'), {
              class: 'main',
              disabled: one.keys.some((key) => wrong(key, values[key.name] ?? '')),
              onclick: () => void run({ experiment: one.name, settings: given() }),
            }),
          ),
    );
  const given = () => Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));

  const progress = () => {
    const going = lab?.going;
    if (!going) return null;
    const name = result(going.result)?.experiment;
    const left = going.part > 0.02 ? (going.seconds * (1 - going.part)) / going.part : 0;
    const told = [
      t('page-lab-rows', { done: going.done, all: going.all }),
      t('page-lab-seconds', { n: Math.round(going.seconds) }),
      left > 1 && t('page-lab-left', { n: Math.round(left) }),
    ];
    return h(
      'div',
      { class: 'going', key: 'going' },
      h('p', null, name && name !== experiment()?.name ? t('page-lab-other', { name: t(`lab-${name}`) }) : t('page-lab-now')),
      h(
        'div',
        {
          class: 'track',
          role: 'progressbar',
          'aria-label': t('page-lab-progress'),
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          'aria-valuenow': Math.round(going.part * 100),
        },
        h('i', { style: `width:${going.part * 100}%` }),
      ),
      h(
        'div',
        { class: 'row between' },
        h('span', { class: 'small soft num' }, percent(going.part), ' · ', told.filter(Boolean).join(' · ')),
        button('stop', t('page-lab-stop'), { onclick: () => void stop() }),
      ),
    );
  };

  /** @param {LabResult} one */
  const line = (one) => {
    const on = shown().indexOf(one);
    const going = lab?.going?.result === one.id;
    const name = one.name ?? t('page-lab-unnamed');
    const set = (experiment()?.keys ?? [])
      .filter(({ name }) => one.settings[name] !== undefined)
      .map(({ name, help }) => `${t(help)}: ${one.settings[name]}`);
    const about = [
      one.begun !== null && ago(one.begun),
      one.broken === null && t('page-lab-rows', { done: one.done, all: one.all }),
      ...set,
    ];
    const tool = (/** @type {import('../parts/icons.js').IconName} */ sign, /** @type {string} */ words, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', class: 'tool', 'aria-label': words, title: words, onclick }, icon(sign));
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
            void choose(one.id, /** @type {HTMLInputElement} */ (event.target).checked),
        }),
        h(
          'span',
          null,
          h('b', null, on >= 0 && shown().length > 1 ? `#${on + 1} ${name}` : name),
          h('span', null, about.filter(Boolean).join(' · ')),
          one.machine && h('span', null, say(one.machine)),
          one.broken && h('span', { class: 'wrong' }, say(one.broken)),
        ),
      ),
      doomed === one.id
        ? [
            h(
              'button',
              { type: 'button', class: 'btn danger sure', onclick: () => void forget(one.id) },
              t('page-delete-sure'),
            ),
            h(
              'button',
              {
                type: 'button',
                class: 'btn plain',
                onclick: () => {
                  doomed = '';
                  redraw();
                },
              },
              t('page-keep'),
            ),
          ]
        : [
            one.open && !lab?.going && tool('play', t('page-lab-go-on', { name }), () => void run({ result: one.id })),
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
              tool('bin', t('page-lab-delete', { name }), () => {
                doomed = one.id;
                redraw();
              }),
          ],
    );
  };

  const results = () =>
    h(
      'section',
      {
        class: 'box results',
        key: 'results',
        ...dropped(take),
      },
      h('h2', { class: 't' }, t('page-lab-results')),
      own().length
        ? [
            h('p', { class: 'small soft' }, t('page-lab-compare')),
            h('ul', { class: 'list' }, own().map(line)),
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
            if (file) void take(file);
          },
        }),
      ),
    );

  const view = () => {
    const one = experiment();
    // Another language is other words.
    if (report && !reported.startsWith(`${language()},`)) void attempt(read);
    const bad = trouble || (lab?.trouble && !lab.going ? say(lab.trouble) : '');
    return h(
      'div',
      { class: 'lab' },
      h('div', { class: 'lead' }, h('h1', null, t('page-lab')), h('p', null, t('page-lab-lead'))),
      h('nav', { class: 'choices', 'aria-label': t('page-lab-experiments') }, lab?.experiments.map(entry)),
      h(
        'div',
        { class: 'bench' },
        bad && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, bad)),
        one && [
          h('div', { class: 'tops', key: 'tops' }, settings(one), results()),
          report && reportView(report, shown().some(({ done, all }) => done < all)),
        ],
      ),
    );
  };
  return {
    view,
    title: () => t('page-lab'),
    close() {
      open = false;
      clearTimeout(timer);
    },
    key: () => false,
  };
}
