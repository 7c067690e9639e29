// Nets that teach themselves a game here: one is begun, watched while it learns, stopped, gone on with,
// and played against. The page knows no game and no player.

import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { isNet } from '../parts/files.js';
import { field, quoted, wrong } from '../parts/form.js';
import { ago, language, learnAll, percent, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { Bench, given, tool, track } from './bench.js';
import { learntView } from './learnt.js';

/** @import {App, Page} from '../app.js' */
/** @import {GameKind, NetCourse, Trainings} from '../types.js' */

/** How often a training is looked at, in ms. */
const LOOK = 1500;

/** Who sees by a net of one's own in a game, and the key that names it. @param {GameKind} kind */
const seeing = (kind) =>
  [...kind.trained, ...kind.players]
    .map(({ name, keys }) => ({ name, key: keys.find(isNet)?.name }))
    .find(({ key }) => key !== undefined);

/** @param {App} app @returns {Page} */
export const trainPage = (app) => new TrainPage(app);

/** @implements {Page} */
class TrainPage extends Bench {
  /** @param {App} app */
  constructor(app) {
    super(app);
    /** @type {Trainings | null} */
    this.all = null;
    this.kinds = app.kinds.filter(seeing);
    this.game = this.kinds[0]?.name ?? '';
    this.name = '';
    /** What is set, where it is not as usual. @type {Record<string, string>} */
    this.values = {};
    /** The options of the game. @type {Record<string, string>} */
    this.options = {};
    /** The net that is shown. */
    this.chosen = '';
    void this.attempt(async () => {
      await this.readLab();
    });
    void this.look();
  }

  title() {
    return t('page-train');
  }

  get kind() {
    return this.kinds.find(({ name }) => name === this.game);
  }

  /** What the net is called, if nobody says: the game, and a number if that is taken. */
  get usualName() {
    const taken = new Set(this.all?.nets.map(({ name }) => name));
    for (let n = 1; ; n++) if (!taken.has(`${this.game}-${n}`)) return `${this.game}-${n}`;
  }

  /** The net that is shown. */
  get shown() {
    const nets = this.all?.nets ?? [];
    return nets.find(({ name }) => name === this.chosen) ?? nets[0];
  }

  look() {
    return this.attempt(async () => {
      const before = this.all?.going;
      await learnAll();
      this.all = await api.trainings();
      if (this.all.going) this.again(LOOK, () => this.look());
      else if (before && this.open) this.app.announce(t(this.all.trouble ? 'page-train-failed' : 'page-train-over'));
    });
  }

  begin() {
    return this.attempt(async () => {
      const name = this.name.trim() || this.usualName;
      await api.train({ name, game: this.game, options: this.options, settings: given(this.values) });
      [this.chosen, this.name] = [name, ''];
      this.app.announce(t('page-train-begun'));
      await this.look();
    });
  }

  /** @param {NetCourse} net */
  goOn(net) {
    return this.attempt(async () => {
      const { net: _, ...settings } = given(this.values);
      await api.train({ name: net.name, settings });
      this.chosen = net.name;
      this.app.announce(t('page-train-begun'));
      await this.look();
    });
  }

  stop() {
    return this.attempt(async () => {
      await api.trainStop();
      await this.look();
    });
  }

  /** @param {string} name */
  forget(name) {
    return this.attempt(async () => {
      await api.netForget(name);
      this.doomed = '';
      await this.look();
    });
  }

  /** @param {NetCourse} net */
  play(net) {
    return this.attempt(async () => {
      const kind = this.app.kinds.find(({ name }) => name === net.game);
      const who = kind && seeing(kind);
      if (!who) return;
      const second = `${who.name}:${who.key}=${quoted(net.name)}`;
      const { id } = await api.begin({ game: net.game, options: net.options, first: 'human', second });
      location.hash = `#/game/${id}`;
    });
  }

  /** @param {string} file */
  watch(file) {
    return this.attempt(async () => {
      const { id } = await api.open(file);
      location.hash = `#/game/${id}`;
    });
  }

  /** What is to learn, and how. */
  asks() {
    const { kind, all } = this;
    const keys = all?.keys ?? [];
    const set = (/** @type {string} */ name, /** @type {string} */ value) => {
      this.values = { ...this.values, [name]: value };
      this.redraw();
    };
    const option = (/** @type {string} */ name, /** @type {string} */ value) => {
      this.options = { ...this.options, [name]: value };
      this.redraw();
    };
    const options = (kind?.options ?? []).filter(({ type }) => type !== 'text');
    const bad =
      keys.some((key) => wrong(key, this.values[key.name] ?? '')) ||
      options.some((key) => wrong(key, this.options[key.name] ?? ''));
    return h(
      'section',
      { class: 'box asks', key: 'asks' },
      h('h2', null, t('page-train')),
      h('p', { class: 'soft' }, t('page-train-about')),
      h(
        'div',
        { class: 'field' },
        h('label', { class: 'label', for: 'train-game' }, t('page-train-game')),
        h(
          'select',
          {
            id: 'train-game',
            value: this.game,
            onchange: (/** @type {Event} */ event) => {
              this.game = /** @type {HTMLSelectElement} */ (event.target).value;
              this.options = {};
              this.redraw();
            },
          },
          this.kinds
            .filter(({ options }) => options.every(({ type }) => type !== 'text'))
            .map(({ name }) => h('option', { value: name }, t(`game-${name}`))),
        ),
      ),
      options.map((key) => field(key, this.options, option, false)),
      keys.map((key) => field(key, this.values, set, false)),
      h(
        'div',
        { class: 'field' },
        h('label', { class: 'label', for: 'train-name' }, t('page-train-name')),
        h('input', {
          id: 'train-name',
          class: 'n words',
          autocomplete: 'off',
          spellcheck: 'false',
          placeholder: this.usualName,
          value: this.name,
          oninput: (/** @type {Event} */ event) => {
            this.name = /** @type {HTMLInputElement} */ (event.target).value;
          },
        }),
      ),
      all?.going
        ? this.progress(all.going)
        : h(
            'div',
            { class: 'row' },
            button('play', t('page-train-begin'), { class: 'main', disabled: bad, onclick: () => void this.begin() }),
          ),
    );
  }

  /** @param {NonNullable<Trainings['going']>} going */
  progress({ name, seconds, all }) {
    const part = Math.min(1, seconds / all);
    const minutes = (/** @type {number} */ seconds) => Math.round(seconds / 6) / 10;
    return h(
      'div',
      { class: 'going', key: 'going' },
      h('p', null, name === this.shown?.name ? t('page-train-now') : t('page-train-other', { name })),
      track(part, t('page-train-progress')),
      h(
        'div',
        { class: 'row between' },
        h('span', { class: 'small soft num' }, percent(part), ' · ', t('page-train-time', { n: minutes(seconds), all: minutes(all) })),
        button('stop', t('page-lab-stop'), { onclick: () => void this.stop() }),
      ),
    );
  }

  /** The nets there are. */
  nets() {
    const nets = this.all?.nets ?? [];
    return h(
      'section',
      { class: 'box results', key: 'nets' },
      h('h2', { class: 't' }, t('page-train-nets')),
      nets.length
        ? h('ul', { class: 'list' }, nets.map((net) => this.line(net)))
        : h('p', { class: 'small soft' }, t('page-train-none')),
    );
  }

  /** @param {NetCourse} net */
  line(net) {
    const going = this.all?.going?.name === net.name;
    const about = [t(`game-${net.game}`), ...Object.values(net.options), net.net, t('page-train-games', { n: net.games }), ago(net.begun)];
    const doomed = this.doomed === net.name;
    return h(
      'li',
      { key: net.name },
      h(
        'label',
        null,
        h('input', {
          type: 'radio',
          name: 'net',
          checked: net.name === this.shown?.name,
          onchange: () => {
            this.chosen = net.name;
            this.redraw();
          },
        }),
        h('span', null, h('b', null, net.name), h('span', null, about.join(' · '))),
      ),
      doomed && this.sure(() => this.forget(net.name)),
      going && h('span', { class: 'chip ok' }, t('page-lab-running')),
      !doomed && !going && tool('bin', t('page-train-forget', { name: net.name }), () => this.doom(net.name)),
    );
  }

  view() {
    const { all, shown } = this;
    const going = all?.going;
    const own = h(
      'div',
      { class: 'bench', lang: language() },
      this.wrong(going ? null : all?.trouble),
      h(
        'div',
        { class: 'tops', key: 'tops' },
        this.asks(),
        h(
          'div',
          { class: 'bench' },
          this.nets(),
          shown &&
            learntView(shown, {
              watch: (file) => void this.watch(file),
              // While it learns, it can be played against as soon as it was kept once.
              play: shown.games > 0 && (going?.name !== shown.name || shown.steps.some(({ against }) => against)) ? () => void this.play(shown) : null,
              goOn: !going && shown.games > 0 ? () => void this.goOn(shown) : null,
            }),
        ),
      ),
    );
    return this.laidOut('train', t('page-lab'), t('page-lab-lead'), own);
  }
}
