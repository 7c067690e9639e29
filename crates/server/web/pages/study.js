// Study: a gallery of small positions, on each of which somebody can be watched thinking.

import { thumbnail } from '../board/board.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { say, t } from '../parts/words.js';
import { address } from '../study/address.js';
import { slowPage } from './slow.js';

/** @import {App, Page} from '../app.js' */
/** @import {StudyEntry} from '../parts/wire.js' */

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
              h('span', { class: 'tiny muted' }, t(`game-${study.subject.game}`), ' · ', h('span', { class: 'mono' }, study.subject.player.split(/(?<=[:,])/).flatMap((words) => [words, h('wbr')]))),
            ),
          ),
      ),
      asker(),
    );
  };
  return { view, title: () => t('page-study'), close() {}, key: () => false };
}
