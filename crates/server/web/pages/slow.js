// Somebody thinking about a position in slow motion. The page knows no algorithm and no game: all it
// plays is a story.

import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { learnAll, say, t } from '../parts/words.js';
import { about } from '../study/about.js';
import { address, wanted } from '../study/address.js';
import { Clock } from '../study/clock.js';
import { Events } from '../study/events.js';
import { fact, factsOf } from '../study/facts.js';
import { sentence } from '../study/sentence.js';
import { StudyBoard } from '../study/stage.js';
import { Tale, hasTree } from '../study/tale.js';
import { timeline } from '../study/timeline.js';
import { TreeView, treeKey } from '../study/tree.js';

/** @import {App, Page} from '../app.js' */
/** @import {Subject} from '../types.js' */
/** @import {StudyEntry} from '../parts/wire.js' */
/** @import {FactKind} from '../study/facts.js' */

/** A story that has come. @typedef {{tale: Tale, clock: Clock, stage: StudyBoard, tree: TreeView, events: Events, facts: FactKind[], study: StudyEntry | undefined}} Playing */

/** The address follows the moments no faster than this, in ms. */
const CALM = 250;

/** @param {App} app @returns {Page} */
export const slowPage = (app) => new Slow(app);

/** @implements {Page} */
class Slow {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.want = wanted(location.hash);
    this.leaving = new AbortController();
    /** @type {Playing | null} */
    this.playing = null;
    this.trouble = '';
    /** Which part of the panel is shown where there is room for one; and which of the facts. */
    this.tab = 'tree';
    /** @type {FactKind | null} */
    this.chosenFact = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    void this.load();
  }

  close() {
    this.leaving.abort();
    clearTimeout(this.timer);
    this.playing?.clock.halt();
    this.playing?.stage.close();
    this.playing?.tree.close();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.playing) return false;
    // A button that has the focus is pressed by the space bar.
    if (event.key === ' ' && /** @type {Element} */ (event.target).closest('button,a,[role=button]')) return false;
    const { clock, tale } = this.playing;
    return clock.key(
      event.key,
      tale.chapters.map(({ at }) => at),
    );
  }

  redraw() {
    this.app.redraw();
  }

  /** Another moment is shown. */
  moved() {
    if (!this.playing) return;
    const { clock, tale } = this.playing;
    if (!clock.plays) this.app.announce(say(tale.moment(clock.at).sentence));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.remember(), CALM);
    this.redraw();
  }

  remember() {
    if (!this.playing) return;
    const { clock, tale } = this.playing;
    history.replaceState(null, '', address({ ...this.want, subject: tale.told.subject, at: clock.at }));
  }

  async begin() {
    const { want } = this;
    const { signal } = this.leaving;
    const redraw = () => this.redraw();
    await learnAll();
    const studies = want.study ? await api.studies() : [];
    const study = studies.find(({ id }) => id === want.study);
    if (want.study && !study) throw new api.Refusal(404, { id: 'page-study-unknown', args: { name: want.study } });
    const asked = study?.subject ?? want.subject;
    const { told, geometries } = want.shown
      ? await api.storyOfGame(want.shown.id, want.shown.at, want.shown.player, signal)
      : await api.story(/** @type {Subject} */ (asked), signal);
    const tale = new Tale(told, geometries);
    const clock = new Clock(tale.length, want.at, () => this.moved());
    this.playing = {
      tale,
      clock,
      stage: new StudyBoard(tale, clock, () => this.pointed()),
      tree: new TreeView(tale, clock, redraw),
      events: new Events(redraw),
      facts: factsOf(told.story),
      study,
    };
    if (!hasTree(told.story)) this.tab = this.playing.facts.length ? 'facts' : 'events';
    if (want.shown) this.remember();
  }

  async load() {
    try {
      await this.begin();
    } catch (error) {
      if (this.leaving.signal.aborted) return;
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = say(error.text);
    }
    this.redraw();
  }

  /** Whoever points at something drawn wants to read of it. */
  pointed() {
    const { playing } = this;
    if (playing && playing.stage.about !== null && playing.facts.includes('things')) this.chosenFact = 'things';
    this.redraw();
  }

  title() {
    const { playing } = this;
    return playing?.study
      ? say(playing.study.title)
      : playing
        ? t('page-study-thinks', { player: playing.tale.told.subject.player.split(':')[0] })
        : t('page-study');
  }

  view() {
    const { playing } = this;
    if (this.trouble || !playing) return this.nothing();
    const { tale, clock, stage, events } = playing;
    const small = matchMedia('(max-width:760px)').matches;
    const grows = hasTree(tale.story);
    const moment = tale.moment(clock.at);
    return h(
      'div',
      { class: `view wide slow${grows ? '' : ' flat'}`, 'data-moment': clock.at + 1, 'data-of': tale.length },
      h(
        'div',
        { class: 'stage' },
        sentence(say(moment.sentence)),
        stage.view(),
        timeline(tale, clock, small),
        grows && !small && events.view(tale, clock),
      ),
      h('aside', { class: 'panel', 'aria-label': t('page-study') }, small ? this.sheet(playing) : this.side(playing)),
    );
  }

  /** What is seen before the story has come, or where there is none. */
  nothing() {
    return h(
      'div',
      { class: 'page' },
      h(
        'div',
        { class: 'empty' },
        h('h1', null, t('page-study')),
        this.trouble
          ? h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, this.trouble))
          : h('p', { class: 'soft' }, t('page-study-coming')),
        h('a', { class: 'btn', href: '#/study' }, t('page-study-gallery')),
      ),
    );
  }

  /** @param {Playing} shown */
  heading({ tale, study }) {
    const { subject } = tale.told;
    return h(
      'header',
      { class: 'tellhead' },
      h(
        'div',
        { class: 'row between' },
        h('h1', { class: 't' }, this.title()),
        h('span', { class: 'row' }, this.back(), this.chooser(subject), about(subject.player, study ? say(study.about) : '', study?.id)),
      ),
      h(
        'p',
        { class: 'small soft' },
        say(tale.story.sentence),
        tale.story.values && [' ', h('span', { class: 'muted' }, say(tale.story.values))],
      ),
    );
  }

  /** The way back to where the position came from. */
  back() {
    return h(
      'a',
      { class: 'tool', href: this.want.from ? `#/game/${encodeURIComponent(this.want.from)}` : '#/study' },
      t(this.want.from ? 'page-study-back' : 'page-study'),
    );
  }

  /** Who else could think about this position. @param {Subject} subject */
  chooser(subject) {
    const kind = this.app.kinds.find(({ name }) => name === subject.game);
    const all = (kind?.players ?? []).filter(({ tells }) => tells !== undefined);
    const name = subject.player.split(':')[0];
    if (all.length < 2) return null;
    return h(
      'select',
      {
        'aria-label': t('page-study-who'),
        value: name,
        onchange: (/** @type {Event} */ event) => {
          const { value } = /** @type {HTMLSelectElement} */ (event.target);
          location.hash = address({ subject: { ...subject, player: value }, from: this.want.from, at: 0 });
        },
      },
      all.map((player) => h('option', { value: player.name }, player.name)),
    );
  }

  /** @param {Playing} shown */
  factBox({ tale, clock, stage, facts }) {
    if (!facts.length) return null;
    // Until somebody chooses, it is what this moment has.
    const usual = tale.moment(clock.at).sum || !facts.includes('things') ? facts[0] : 'things';
    const on = this.chosenFact && facts.includes(this.chosenFact) ? this.chosenFact : usual;
    return h(
      'section',
      { class: 'facts', key: 'facts' },
      facts.length > 1
        ? h(
            'div',
            { class: 'seg', role: 'group', 'aria-label': t('page-study-facts') },
            facts.map((kind) =>
              h(
                'button',
                {
                  type: 'button',
                  'aria-pressed': String(kind === on),
                  onclick: () => {
                    this.chosenFact = kind;
                    this.redraw();
                  },
                },
                t(`page-study-${kind}`),
              ),
            ),
          )
        : h('h2', { class: 't' }, t(`page-study-${on}`)),
      fact(on, tale, clock, stage),
    );
  }

  /** The panel where there is room for everything. @param {Playing} shown */
  side(shown) {
    const { tale, clock, tree, events } = shown;
    return hasTree(tale.story)
      ? [this.heading(shown), tree.view(false), treeKey(tale), this.factBox(shown)]
      : [this.heading(shown), this.factBox(shown), events.view(tale, clock)];
  }

  /** The panel where there is room for one thing: the rest is behind tabs. @param {Playing} shown */
  sheet(shown) {
    const { tale, clock, tree, events, study } = shown;
    const tabs = [
      ...(hasTree(tale.story) ? [['tree', t('page-study-tree')]] : []),
      ...(shown.facts.length ? [['facts', t('page-study-facts')]] : []),
      ['events', t('page-study-events')],
    ];
    return [
      h('h1', { class: 'sr' }, this.title()),
      h(
        'div',
        { class: 'tabs' },
        h(
          'div',
          { class: 'tablist', role: 'tablist' },
          tabs.map(([name, words]) =>
            h(
              'button',
              {
                type: 'button',
                role: 'tab',
                'aria-selected': String(name === this.tab),
                onclick: () => {
                  this.tab = name;
                  this.redraw();
                },
              },
              words,
            ),
          ),
        ),
        about(tale.told.subject.player, study ? say(study.about) : '', study?.id),
      ),
      this.tab === 'tree' ? tree.view(true) : this.tab === 'facts' ? this.factBox(shown) : events.view(tale, clock),
    ];
  }
}
