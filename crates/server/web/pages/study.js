// Study: a gallery of small positions, and somebody thinking about one of them in slow motion. The page
// knows no algorithm and no game: all it plays is a story.

import { thumbnail } from '../board/board.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { say, t } from '../parts/words.js';
import { about } from '../study/about.js';
import { address, wanted } from '../study/address.js';
import { Clock } from '../study/clock.js';
import { Events } from '../study/events.js';
import { fact, factsOf } from '../study/facts.js';
import { StudyBoard } from '../study/stage.js';
import { Tale, hasTree } from '../study/tale.js';
import { timeline } from '../study/timeline.js';
import { TreeView, treeKey } from '../study/tree.js';

/** @import {App, Page} from '../app.js' */
/** @import {StudyEntry} from '../parts/wire.js' */
/** @import {FactKind} from '../study/facts.js' */

/** The address follows the moments no faster than this, in ms. */
const CALM = 250;

/** @param {string} name @param {App} app @returns {Page} */
export const studyPage = (name, app) => (name ? slowPage(app) : galleryPage(app));

/** @param {App} app @returns {Page} */
function galleryPage(app) {
  /** @type {StudyEntry[] | null} */
  let studies = null;
  let game = '';
  let trouble = '';
  const load = async () => {
    try {
      studies = await api.studies();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
    }
    app.redraw();
  };
  void load();
  const pick = (/** @type {string} */ choice) => () => {
    game = choice;
    app.redraw();
  };
  const own = { game: app.kinds[0]?.name ?? '', player: '', position: '' };
  const tellers = (/** @type {string} */ name) =>
    app.kinds.find((kind) => kind.name === name)?.players.filter(({ tells }) => tells !== undefined) ?? [];
  /** A position of one's own, and who is to think about it. */
  const asker = () => {
    const kinds = app.kinds.filter(({ name }) => tellers(name).length);
    if (!kinds.length) return null;
    if (!kinds.some(({ name }) => name === own.game)) own.game = kinds[0].name;
    const players = tellers(own.game);
    const name = own.player.split(':')[0];
    if (!players.some((player) => player.name === name)) own.player = players[0].name;
    const field = (/** @type {'game' | 'player' | 'position'} */ key, /** @type {string} */ label, /** @type {[string, string][] | null} */ choices) =>
      h(
        'label',
        { class: 'small soft' },
        h('span', null, label),
        choices
          ? h(
              'select',
              {
                value: key === 'player' ? own.player.split(':')[0] : own[key],
                onchange: (/** @type {Event} */ event) => {
                  own[key] = /** @type {HTMLSelectElement} */ (event.target).value;
                  app.redraw();
                },
              },
              choices.map(([value, words]) => h('option', { value }, words)),
            )
          : h('input', {
              class: 'n words',
              spellcheck: 'false',
              autocapitalize: 'off',
              autocomplete: 'off',
              value: own[key],
              oninput: (/** @type {Event} */ event) => {
                own[key] = /** @type {HTMLInputElement} */ (event.target).value;
              },
            }),
      );
    return h(
      'form',
      {
        class: 'box own',
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const { game, player, position } = own;
          location.hash = address({ subject: { game, player, ...(position.trim() && { position: position.trim() }) }, at: 0 });
        },
      },
      h('h2', { class: 't' }, t('page-study-own')),
      field('game', t('page-study-game'), kinds.map((kind) => [kind.name, t(`game-${kind.name}`)])),
      field('player', t('page-study-who'), players.map((player) => [player.name, player.name])),
      field('player', t('page-analyst-text'), null),
      field('position', t('page-study-position'), null),
      h('button', { type: 'submit', class: 'btn main' }, icon('play'), t('page-study-watch')),
    );
  };
  const view = () => {
    const all = studies ?? [];
    const games = app.kinds.map((kind) => kind.name).filter((one) => all.some(({ subject }) => subject.game === one));
    return h(
      'div',
      { class: 'home course studies' },
      h('div', { class: 'lead' }, h('h1', null, t('page-study')), h('p', null, t('page-study-about'))),
      trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
      games.length > 1 &&
        h(
          'div',
          { class: 'seg', role: 'group', 'aria-label': t('page-games') },
          ['', ...games].map((one) =>
            h(
              'button',
              { type: 'button', 'aria-pressed': String(one === game), onclick: pick(one) },
              one ? t(`game-${one}`) : t('page-study-all'),
            ),
          ),
        ),
      h(
        'div',
        { class: 'games' },
        all
          .filter(({ subject }) => !game || subject.game === game)
          .map((study) =>
            h(
              'a',
              { class: 'game', key: study.id, href: address({ study: study.id, at: 0 }), 'data-study': study.id },
              thumbnail(study.geometry, study.picture),
              h('b', null, say(study.title)),
              h('span', null, say(study.about)),
              h('span', { class: 'tiny muted' }, t(`game-${study.subject.game}`), ' · ', h('span', { class: 'mono' }, study.subject.player)),
            ),
          ),
      ),
      asker(),
    );
  };
  return { view, title: () => t('page-study'), close() {}, key: () => false };
}

/** @param {App} app @returns {Page} */
function slowPage(app) {
  const redraw = () => app.redraw();
  const want = wanted(location.hash);
  const leaving = new AbortController();
  /** @type {Playing | null} */
  let playing = null;
  let trouble = '';
  /** Which part of the panel is shown where there is room for one; and which of the facts. */
  let tab = 'tree';
  /** @type {FactKind | null} */
  let chosenFact = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @typedef {{tale: Tale, clock: Clock, stage: StudyBoard, tree: TreeView, events: Events, facts: FactKind[], study: StudyEntry | undefined}} Playing */

  const moved = () => {
    if (!playing) return;
    const { clock, tale } = playing;
    if (!clock.plays) app.announce(say(tale.moment(clock.at).sentence));
    clearTimeout(timer);
    timer = setTimeout(remember, CALM);
    redraw();
  };
  const remember = () => {
    if (!playing) return;
    const { clock, tale } = playing;
    history.replaceState(null, '', address({ ...want, subject: tale.told.subject, at: clock.at }));
  };
  const begin = async () => {
    const studies = want.study ? await api.studies() : [];
    const study = studies.find(({ id }) => id === want.study);
    if (want.study && !study) throw new api.Refusal(404, { id: 'page-study-unknown', args: { name: want.study } });
    const asked = study?.subject ?? want.subject;
    const { told, geometries } = want.shown
      ? await api.storyOfGame(want.shown.id, want.shown.at, want.shown.player, leaving.signal)
      : await api.story(/** @type {import('../types.js').Subject} */ (asked), leaving.signal);
    const tale = new Tale(told, geometries);
    const clock = new Clock(tale.length, want.at, moved);
    playing = {
      tale,
      clock,
      stage: new StudyBoard(tale, clock, pointed),
      tree: new TreeView(tale, clock, redraw),
      events: new Events(redraw),
      facts: factsOf(told.story),
      study,
    };
    if (!hasTree(told.story)) tab = playing.facts.length ? 'facts' : 'events';
    if (want.shown) remember();
  };
  const load = async () => {
    try {
      await begin();
    } catch (error) {
      if (leaving.signal.aborted) return;
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
    }
    redraw();
  };
  void load();

  /** Whoever points at something drawn wants to read of it. */
  const pointed = () => {
    if (playing && playing.stage.about !== null && playing.facts.includes('things')) chosenFact = 'things';
    redraw();
  };

  const title = () =>
    playing?.study
      ? say(playing.study.title)
      : playing
        ? t('page-study-thinks', { player: playing.tale.told.subject.player.split(':')[0] })
        : t('page-study');

  const view = () => {
    if (trouble || !playing)
      return h(
        'div',
        { class: 'page' },
        h(
          'div',
          { class: 'empty' },
          h('h1', null, t('page-study')),
          trouble
            ? h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble))
            : h('p', { class: 'soft' }, t('page-study-coming')),
          h('a', { class: 'btn', href: '#/study' }, t('page-study-gallery')),
        ),
      );
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
        h('div', { class: 'nowsays' }, h('p', null, say(moment.sentence))),
        stage.view(),
        timeline(tale, clock, small),
        grows && !small && events.view(tale, clock),
      ),
      h('aside', { class: 'panel', 'aria-label': t('page-study') }, small ? sheet(playing) : side(playing)),
    );
  };

  /** @param {Playing} shown */
  const heading = ({ tale, study }) => {
    const { subject } = tale.told;
    return h(
      'header',
      { class: 'tellhead' },
      h(
        'div',
        { class: 'row between' },
        h('h1', { class: 't' }, title()),
        h('span', { class: 'row' }, back(), chooser(subject), about(subject.player, study ? say(study.about) : '')),
      ),
      h(
        'p',
        { class: 'small soft' },
        say(tale.story.sentence),
        tale.story.values && [' ', h('span', { class: 'muted' }, say(tale.story.values))],
      ),
    );
  };

  /** The way back to where the position came from. */
  const back = () =>
    h(
      'a',
      { class: 'tool', href: want.from ? `#/game/${encodeURIComponent(want.from)}` : '#/study' },
      t(want.from ? 'page-study-back' : 'page-study'),
    );

  /** Who else could think about this position. @param {import('../types.js').Subject} subject */
  const chooser = (subject) => {
    const kind = app.kinds.find(({ name }) => name === subject.game);
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
          location.hash = address({ subject: { ...subject, player: value }, from: want.from, at: 0 });
        },
      },
      all.map((player) => h('option', { value: player.name }, player.name)),
    );
  };

  /** @param {Playing} shown */
  const factBox = ({ tale, clock, stage, facts }) => {
    if (!facts.length) return null;
    // Until somebody chooses, it is what this moment has.
    const usual = tale.moment(clock.at).sum || !facts.includes('things') ? facts[0] : 'things';
    const on = chosenFact && facts.includes(chosenFact) ? chosenFact : usual;
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
                    chosenFact = kind;
                    redraw();
                  },
                },
                t(`page-study-${kind}`),
              ),
            ),
          )
        : h('h2', { class: 't' }, t(`page-study-${on}`)),
      fact(on, tale, clock, stage),
    );
  };

  /** The panel where there is room for everything. @param {Playing} shown */
  const side = (shown) => {
    const { tale, clock, tree, events } = shown;
    return hasTree(tale.story)
      ? [heading(shown), tree.view(false), treeKey(tale), factBox(shown)]
      : [heading(shown), factBox(shown), events.view(tale, clock)];
  };

  /** The panel where there is room for one thing: the rest is behind tabs. @param {Playing} shown */
  const sheet = (shown) => {
    const { tale, clock, tree, events, study } = shown;
    const tabs = [
      ...(hasTree(tale.story) ? [['tree', t('page-study-tree')]] : []),
      ...(shown.facts.length ? [['facts', t('page-study-facts')]] : []),
      ['events', t('page-study-events')],
    ];
    return [
      h('h1', { class: 'sr' }, title()),
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
                'aria-selected': String(name === tab),
                onclick: () => {
                  tab = name;
                  redraw();
                },
              },
              words,
            ),
          ),
        ),
        about(tale.told.subject.player, study ? say(study.about) : ''),
      ),
      tab === 'tree' ? tree.view(true) : tab === 'facts' ? factBox(shown) : events.view(tale, clock),
    ];
  };

  return {
    view,
    title,
    close() {
      leaving.abort();
      clearTimeout(timer);
      playing?.clock.halt();
      playing?.stage.close();
      playing?.tree.close();
    },
    key(event) {
      if (!playing) return false;
      // A button that has the focus is pressed by the space bar.
      if (event.key === ' ' && /** @type {Element} */ (event.target).closest('button,a,[role=button]')) return false;
      return playing.clock.key(event.key, playing.tale.chapters.map(({ at }) => at));
    },
  };
}
