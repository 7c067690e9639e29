// The panel of analysis: the verdict, who analyses, the candidates, the lines it expects.

import { h } from '../parts/dom.js';
import { icon, seal } from '../parts/icons.js';
import { count, figure, plyWord, plyWords, t } from '../parts/words.js';
import { stop, thinks } from '../play/panel.js';
import { Table } from '../play/table.js';
import { slowly } from '../study/address.js';
import { called, compared } from './compare.js';
import { bar, brief, unitHead, unitName } from './value.js';

/** @import {Stage} from '../board/stage.js' */
/** @import {Kept} from '../play/table.js' */
/** @import {PlayerKind} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Choices} from './captions.js' */

/** So many candidates are listed. */
const SHOWN = 5;

/** What is thought of the position: big, and never a guess as if it were a proof. @param {Table} table @param {Choices} choices @param {PlayerKind[]} players @param {string | null} exact */
export function summary(table, choices, players, exact) {
  const view = /** @type {View} */ (table.view);
  const kept = table.thought;
  const busy = view.thinking && view.thinking.purpose !== 'hint' && table.link === 'open';
  return h(
    'section',
    { class: 'sec summary', key: 'summary', 'data-tab': 'think' },
    h(
      'div',
      { class: 'head' },
      kept ? big(kept, view) : unknown(table, Boolean(busy)),
      h(
        'div',
        { class: 'state' },
        busy
          ? [thinks(view), stop(table)]
          : kept
            ? h('span', { class: 'chip' }, t(kept.event.stopped ? 'page-stopped' : 'page-thought-done'))
            : null,
      ),
    ),
    kept && known(kept, view),
    kept && !kept.event.thought.proved && proved(table, view),
    !kept && !view.outcome && earlier(table),
    view.outcome ? null : asker(table, choices, players, Boolean(busy), exact),
  );
}

/** @param {Kept} kept @param {View} view */
function big(kept, view) {
  const value = kept.event.thought;
  const side = view.geometry.sides[Table.index(kept.side)];
  return h(
    'div',
    { class: `big${kept.event.stopped ? ' still' : ''}` },
    value.proved
      ? [
          h('span', { class: 'exact' }, seal(), t('page-proved', { verdict: value.proved, side: side.name })),
          value.plies !== undefined && h('small', null, t('page-in-plies', { n: value.plies })),
        ]
      : [
          brief(value, 'exact', visitsOf(value)),
          h('small', null, [unitName(value), t('page-for', { side: side.name })].filter(Boolean).join(' ')),
        ],
  );
}

/** The games behind the value of a thought: those of the move it would play. @param {Kept['event']['thought']} thought */
const visitsOf = ({ candidates, move }) => candidates.find((entry) => entry.move === move)?.visits;

/** @param {Kept} kept @param {View} view */
function known(kept, view) {
  const { thought, player } = kept.event;
  const facts = [
    thought.depth !== undefined && t('page-depth', { depth: thought.depth }),
    thought.nodes > 0 && t('page-nodes', { nodes: count(thought.nodes), n: thought.nodes }),
    t('page-seconds', {
      seconds:
        thought.seconds < 0.05
          ? `< ${figure(0.1, 1)}`
          : figure(thought.seconds, thought.seconds < 10 ? 1 : 0),
    }),
  ].filter(Boolean);
  return h(
    'div',
    { class: 'verdict' },
    bar(view.geometry, kept.side, thought, 'vbar tall'),
    h(
      'div',
      { class: 'row between tiny muted facts' },
      h('span', { class: 'mono' }, player),
      h('span', { class: 'num' }, facts.join(' · ')),
    ),
  );
}

/** What another analyst has proved of the position, where the one that is asked can only guess. @param {Table} table @param {View} view */
function proved(table, view) {
  const all = compared(table);
  const kept = all.find(({ event }) => event.thought.proved);
  if (!kept) return null;
  const { proved: verdict, plies } = kept.event.thought;
  const { name } = view.geometry.sides[Table.index(kept.side)];
  return h(
    'p',
    { class: 'small proven' },
    seal(),
    h('b', null, t('page-proved', { verdict: verdict ?? '', side: name }), plies === undefined ? '' : ` ${t('page-in-plies', { n: plies })}`),
    h('span', { class: 'mono muted' }, called(kept, all)),
  );
}

/** @param {Table} table @param {boolean} busy */
const unknown = (table, busy) =>
  h(
    'p',
    { class: 'soft small' },
    t(table.view?.outcome ? 'page-analysis-over' : busy ? 'page-analysis-coming' : 'page-analysis-ask'),
  );

/** What was thought before the last move, said as what it is. @param {Table} table */
function earlier(table) {
  const view = /** @type {View} */ (table.view);
  const before = view.at > 0 ? table.thoughts.get(table.key(view.at - 1)) : undefined;
  return h(
    'div',
    { class: 'verdict' },
    before &&
      h(
        'p',
        { class: 'small muted' },
        t('page-thought-before', {
          player: before.event.player.split(':')[0],
          move: plyWord(view.moves[view.at - 1]),
        }),
        ' ',
        brief(before.event.thought),
        ' ',
        t('page-for', { side: view.geometry.sides[Table.index(before.side)].name }),
      ),
  );
}

/** Who analyses, and who does beside them. @param {Table} table @param {Choices} choices @param {PlayerKind[]} players @param {boolean} busy @param {string | null} exact */
function asker(table, choices, players, busy, exact) {
  const name = choices.player.split(':')[0];
  const all = asked(choices, exact);
  return [
    h(
      'form',
      {
        class: 'asker',
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          choices.changed();
          void table.analyse(asked(choices, exact));
        },
      },
      h(
        'select',
        {
          'aria-label': t('page-analyst'),
          value: players.some((player) => player.name === name) ? name : '',
          onchange: (/** @type {Event} */ event) => {
            choices.player = /** @type {HTMLSelectElement} */ (event.target).value;
            choices.changed();
          },
        },
        players.map((player) => h('option', { value: player.name }, player.name)),
      ),
      h('input', {
        class: 'n words',
        'aria-label': t('page-analyst-text'),
        spellcheck: 'false',
        autocapitalize: 'off',
        autocomplete: 'off',
        value: choices.player,
        oninput: (/** @type {Event} */ event) => {
          choices.player = /** @type {HTMLInputElement} */ (event.target).value;
          choices.changed();
        },
      }),
      h(
        'button',
        {
          type: 'submit',
          class: 'btn main',
          disabled: table.link !== 'open' || busy,
          title: busy ? t('page-thinking') : null,
        },
        t('page-analyse'),
      ),
    ),
    h(
      'div',
      { class: 'row besides' },
      choices.beside.map((player) =>
        h(
          'button',
          {
            type: 'button',
            class: 'tool',
            title: t('page-analyst-less', { player }),
            'aria-label': t('page-analyst-less', { player }),
            onclick: () => {
              choices.beside = choices.beside.filter((other) => other !== player);
              choices.changed();
            },
          },
          h('span', { class: 'mono' }, player),
          icon('close'),
        ),
      ),
      all.length < MOST &&
        h(
          'select',
          {
            class: 'more',
            'aria-label': t('page-analyst-more'),
            value: '',
            onchange: (/** @type {Event} */ event) => {
              const { value } = /** @type {HTMLSelectElement} */ (event.target);
              if (value) choices.beside = [...choices.beside, value];
              choices.changed();
            },
          },
          h('option', { value: '' }, t('page-analyst-more')),
          players
            .filter(({ name }) => !all.includes(name))
            .map(({ name }) => h('option', { value: name }, name)),
        ),
      exact && name !== exact && switchFor('page-exact', choices.exact, () => {
        choices.exact = !choices.exact;
        choices.changed();
      }, t('page-exact-about', { player: exact })),
      live(table, choices, exact),
      slowly(/** @type {View} */ (table.view), choices.player, players),
    ),
  ];
}

/** The most who analyse at once. */
const MOST = 3;

/** Whoever is asked to analyse: the one that was chosen, those beside it, and whoever is exact unless that is hidden. @param {Choices} choices @param {string | null} exact */
export function asked(choices, exact) {
  const all = [choices.player, ...choices.beside];
  const has = all.some((player) => player.split(':')[0] === exact);
  if (exact && choices.exact && !has) all.splice(Math.min(all.length, MOST - 1), all.length, exact);
  return [...new Set(all)].slice(0, MOST);
}

/** Whether analysis follows wherever somebody looks. @param {Table} table @param {Choices} choices @param {string | null} exact */
const live = (table, choices, exact) =>
  switchFor('page-live', table.analysts.length > 0, () => follow(table, choices, exact), t('page-live-about'));

/** Lets analysis follow wherever somebody looks, or no longer. @param {Table} table @param {Choices} choices @param {string | null} exact */
export function follow(table, choices, exact) {
  choices.live = !table.analysts.length;
  choices.changed();
  if (choices.live) void table.analyse(asked(choices, exact), false);
  else void table.stop();
}

/** @param {string} id @param {boolean} on @param {() => void} onclick @param {string} title */
const switchFor = (id, on, onclick, title) =>
  h(
    'button',
    { type: 'button', class: 'tool', role: 'switch', 'aria-checked': String(on), title, onclick },
    t(id),
    ' ',
    h('b', null, t(on ? 'page-on' : 'page-off')),
  );

/** The moves it looked at; a press chooses one to read more about it. @param {Table} table @param {Stage} stage @param {Choices} choices */
export function candidateTable(table, stage, choices) {
  const view = /** @type {View} */ (table.view);
  const kept = table.thought;
  const all = kept ? kept.event.thought.candidates : [];
  if (!kept || !all.length) return null;
  const side = view.geometry.sides[Table.index(kept.side)];
  const lines = kept.event.thought.lines;
  const visits = all.some((entry) => entry.visits !== undefined);
  const show = (/** @type {string | null} */ ply) => () => stage.propose(ply);
  return h(
    'section',
    { class: 'sec', key: 'candidates', 'data-tab': 'think' },
    h(
      'h2',
      { class: 't' },
      t('page-candidates'),
      all.length > SHOWN && h('small', null, t('page-more-moves', { n: all.length - SHOWN })),
    ),
    h(
      'table',
      { class: 'tb' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, t('page-move')),
          h(
            'th',
            { scope: 'col', colspan: 2 },
            t('page-for-side', { side: side.name }),
            unitHead(kept.event.thought) && h('small', { class: 'unit' }, `, ${unitHead(kept.event.thought)}`),
          ),
          visits && h('th', { scope: 'col', class: 'r' }, t('page-visits')),
          h('th', { scope: 'col' }, t('page-then')),
        ),
      ),
      h(
        'tbody',
        null,
        all.slice(0, SHOWN).map((entry) => {
          const line = lines.find(({ moves }) => moves[0] === entry.move);
          return h(
            'tr',
            {
              key: entry.move,
              class: entry.move === kept.event.thought.move ? 'on' : null,
              onpointerenter: show(entry.move),
              onpointerleave: show(null),
            },
            h(
              'td',
              null,
              h(
                'button',
                {
                  type: 'button',
                  class: 'ply',
                  onfocus: show(entry.move),
                  onblur: show(null),
                  'aria-pressed': String(entry.move === choices.ply),
                  onclick: () => {
                    [choices.ply, choices.row] = [entry.move === choices.ply ? null : entry.move, null];
                    stage.shown = entry.move;
                    choices.changed();
                  },
                },
                plyWord(entry.move),
              ),
            ),
            // A bound is no value: a bar would say more than is known.
            h('td', { class: 'barcell' }, entry.at_most ? null : bar(view.geometry, kept.side, entry)),
            h('td', null, brief(entry, entry.at_most ? 'most' : 'exact', entry.visits)),
            visits && h('td', { class: 'r' }, entry.visits === undefined ? '' : count(entry.visits)),
            h('td', { class: 'muted then' }, line && plyWords(line.moves.slice(1, 5))),
          );
        }),
      ),
    ),
  );
}

/** The lines it expects; a press shows one on the board where its cells are known. @param {Table} table @param {Stage} stage */
export function lines(table, stage) {
  const view = /** @type {View} */ (table.view);
  const kept = table.thought;
  const all = (kept?.event.thought.lines ?? []).filter(({ moves }) => moves.length).slice(0, 3);
  if (!kept || !all.length) return null;
  const byName = new Map(view.geometry.cells.map((cell, i) => [cell.name, i]));
  return h(
    'section',
    { class: 'sec', key: 'lines', 'data-tab': 'think' },
    h('h2', { class: 't' }, t('page-lines')),
    all.map((line) => {
      const cells = line.moves.map((ply) => byName.get(ply));
      const known = cells.every((cell) => cell !== undefined);
      const path = known ? /** @type {number[]} */ (cells) : null;
      const on = Boolean(path && stage.path && path.join() === stage.path.join());
      const words = [h('i', null, `${view.at + 1}.`), ` ${plyWords(line.moves)}`];
      return h(
        'div',
        { class: 'vt' },
        path
          ? h(
              'button',
              {
                type: 'button',
                class: 'line',
                'aria-pressed': String(on),
                onclick: () => {
                  stage.path = on ? null : path;
                  stage.redraw();
                },
              },
              words,
            )
          : h('p', { class: 'line' }, words),
        brief(line),
      );
    }),
  );
}
