// Several analysts side by side: what each of them says of every candidate, and where they disagree.

import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { plyWord, plyWords, t } from '../parts/words.js';
import { Table, isOf } from '../play/table.js';
import { brief, isChance, share } from './value.js';

/** @import {Stage} from '../board/stage.js' */
/** @import {Kept} from '../play/table.js' */
/** @import {PlyValue} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Choices} from './captions.js' */

/** From so many points apart two of them disagree. */
const APART = 0.2;

/** How many candidates are compared. */
const ROWS = 8;

/** How wide the line is on which the values stand. */
const WIDE = 60;

/** How analysts are marked on the line: the first filled, the second a ring, the third a bar. */
const MARKS = ['dot', 'ring', 'bar'];

/** What an analyst is called, told apart from the others by its settings where it has to be. @param {Kept} kept @param {Kept[]} all */
export function called({ event: { player } }, all) {
  const [name] = player.split(':');
  const same = all.filter(({ event }) => event.player.split(':')[0] === name).length > 1;
  return same ? player : name;
}

/** Those who are compared: whoever was asked and has something to say of single plies. @param {Table} table @returns {Kept[]} */
export function compared(table) {
  const asked = table.opinions.filter(({ event }) =>
    table.analysts.some((player) => isOf(event.player, player)),
  );
  // Whoever is hidden is not heard, whatever they said before.
  const all = asked.length ? asked : table.opinions;
  return all.filter(({ event }) => event.thought.candidates.length).slice(0, MARKS.length);
}

/** The candidates of several analysts in one table; nothing where there is only one. @param {Table} table @param {Stage} stage @param {Choices} choices */
export function comparison(table, stage, choices) {
  const view = /** @type {View} */ (table.view);
  const all = compared(table);
  if (all.length < 2) return null;
  const side = view.geometry.sides[Table.index(all[0].side)];
  const rows = candidates(all);
  const visible = rows.slice(0, ROWS);
  const show = (/** @type {string | null} */ ply) => () => stage.propose(ply);
  return h(
    'section',
    { class: `sec compare of${all.length}`, key: 'compare', 'data-tab': 'think' },
    h(
      'h2',
      { class: 't' },
      t('page-compare', { n: all.length }),
      h('small', null, t('page-for', { side: side.name })),
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
          all.map((kept, i) => h('th', { scope: 'col', class: 'r' }, front(table, kept, i, all, choices))),
          h('th', { scope: 'col' }, h('span', { class: 'sr' }, t('page-compare-line'))),
          h('th', { scope: 'col' }, t('page-then')),
        ),
      ),
      h(
        'tbody',
        null,
        visible.map(({ ply, values, apart }) =>
          h(
            'tr',
            {
              key: ply,
              class: apart ? 'split' : ply === all[0].event.thought.move ? 'on' : null,
              onpointerenter: show(ply),
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
                  onfocus: show(ply),
                  onblur: show(null),
                  'aria-pressed': String(ply === choices.ply),
                  onclick: () => {
                    [choices.ply, choices.row] = [ply === choices.ply ? null : ply, null];
                    stage.shown = ply;
                    choices.changed();
                  },
                },
                plyWord(ply),
              ),
            ),
            values.map((value) =>
              h('td', { class: 'r' }, value ? brief(value, value.at_most ? 'most' : 'exact') : '·'),
            ),
            h('td', { class: 'duel' }, duel(values)),
            h(
              'td',
              { class: 'muted then' },
              apart ? h('span', { class: 'dis' }, icon('warn'), h('span', null, t('page-compare-apart'))) : follows(all, ply),
            ),
          ),
        ),
      ),
    ),
    rows.length > ROWS && h('p', { class: 'tiny muted' }, t('page-more-moves', { n: rows.length - ROWS })),
    h('p', { class: 'small soft agree' }, verdict(all, visible)),
  );
}

/** Puts an analyst in front: its verdict is the big one, and its layers are those on the board. @param {Table} table @param {Kept} kept @param {number} i @param {Kept[]} all @param {Choices} choices */
function front(table, kept, i, all, choices) {
  return h(
    'button',
    {
      type: 'button',
      class: 'analyst',
      title: t('page-compare-front'),
      'aria-pressed': String(table.thought?.event.player === kept.event.player),
      onclick: () => {
        table.thoughts.set(kept.key, kept);
        table.analysts = [...table.analysts].sort(
          (one, other) =>
            Number(isOf(kept.event.player, other)) - Number(isOf(kept.event.player, one)),
        );
        choices.changed();
      },
    },
    mark(i),
    h('span', { class: 'mono' }, called(kept, all)),
  );
}

/** @typedef {{ply: string, values: (PlyValue | undefined)[], apart: boolean}} Row */

/** What each of them says of each candidate, those first that one of them likes. @param {Kept[]} all @returns {Row[]} */
function candidates(all) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  const most = Math.max(...all.map(({ event }) => event.thought.candidates.length));
  for (let i = 0; i < most; i++)
    for (const { event } of all) {
      const ply = event.thought.candidates[i]?.move;
      if (ply === undefined || rows.has(ply)) continue;
      const values = all.map((one) => one.event.thought.candidates.find(({ move }) => move === ply));
      rows.set(ply, { ply, values, apart: apart(values) });
    }
  return [...rows.values()];
}

/** What is known of a candidate. A bound is no value: whoever gives one has not said that it disagrees. @param {Row['values']} values */
const given = (values) => values.flatMap((value) => (value && !value.at_most ? [value] : []));

/** Whether values are shares of the same thing, so that the way from one to the other has a length. @param {Row['values']} values */
const alike = (values) => given(values).every((value) => value.proved || isChance(value));

/** How far apart values are that are alike. @param {Row['values']} values */
function gap(values) {
  const known = given(values).map(({ value }) => share(value));
  return known.length > 1 && alike(values) ? Math.max(...known) - Math.min(...known) : 0;
}

/** Whether somebody is wrong. Points and chances have no common measure: then it is where one sees good and the other bad. @param {Row['values']} values */
function apart(values) {
  if (alike(values)) return gap(values) >= APART - 1e-9;
  return given(values).some(({ value }) => value > 0) && given(values).some(({ value }) => value < 0);
}

/** What one of them expects after a candidate. @param {Kept[]} all @param {string} ply */
function follows(all, ply) {
  for (const { event } of all) {
    const line = event.thought.lines.find(({ moves }) => moves[0] === ply);
    if (line && line.moves.length > 1) return plyWords(line.moves.slice(1, 4));
  }
  return null;
}

/** The values on one line. @param {(PlyValue | undefined)[]} values */
function duel(values) {
  const place = (/** @type {PlyValue} */ value) => 6 + share(value.value) * (WIDE - 12);
  const known = values.flatMap((value) => (value && !value.at_most ? [place(value)] : []));
  return h(
    'svg',
    { viewBox: `0 0 ${WIDE} 16`, 'aria-hidden': 'true' },
    h('path', { class: 'way', d: `M6 8H${WIDE - 6}M${WIDE / 2} 4v8` }),
    known.length > 1 && h('path', { class: 'gap', d: `M${Math.min(...known)} 8H${Math.max(...known)}` }),
    // The first lies on top.
    values
      .map((value, i) => value && !value.at_most && sign(i, place(value)))
      .reverse(),
  );
}

/** @param {number} i @param {number} x */
const sign = (i, x) =>
  MARKS[i] === 'bar'
    ? h('path', { class: 'bar', d: `M${x} 3v10` })
    : h('circle', { class: MARKS[i], cx: x, cy: 8, r: MARKS[i] === 'dot' ? 3.6 : 4.6 });

/** @param {number} i */
const mark = (i) => h('svg', { class: 'duelmark', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, sign(i, 8));

/** In a sentence: what each would play, or where they are farthest apart. @param {Kept[]} all @param {Row[]} rows */
function verdict(all, rows) {
  const names = all.map((kept) => called(kept, all));
  const moves = all.map(({ event }) => event.thought.move ?? '');
  const other = moves.findIndex((move) => move !== moves[0]);
  if (other > 0)
    return [
      h('b', null, t('page-compare-plays', { one: names[0], first: moves[0], two: names[other], second: moves[other] })),
    ];
  const [worst] = rows.filter(({ apart }) => apart).sort((one, two) => gap(two.values) - gap(one.values));
  if (worst)
    return alike(worst.values)
      ? t('page-compare-gap', { move: worst.ply, points: Math.round(gap(worst.values) * 100) })
      : t('page-compare-opposite', { move: worst.ply });
  return t('page-compare-agree', { move: moves[0] });
}
