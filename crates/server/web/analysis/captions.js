// What is shown of how a thought came about: the choice of a layer, its sentence and legend above the
// board, and the layers that stand beside it.

import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { say, t } from '../parts/words.js';
import { explain } from '../study/about.js';
import { ALL } from './labels.js';
import { bothSides, legend, ofSide, onBoard, table as drawTable, twin } from './layers.js';
import { linksTable, toldLinks } from './links.js';
import { toldMark } from './marks.js';
import { spansFor, spansTable } from './spans.js';
import { sentenceAt, toldTrails } from './trails.js';
import { tree } from './tree.js';
import { unitHead } from './value.js';

/** @import {Pointed} from '../board/stage.js' */
/** @import {Table} from '../play/table.js' */
/** @import {Layer, Side} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Figures} from './labels.js' */
/** @import {Replay} from './trails.js' */

/**
 * @typedef {object} Choices what somebody chose to see
 * @property {string | null} layer its id; null is none, and until somebody chooses it is the first there is
 * @property {Figures} figures which figures are written on the board
 * @property {string} player the analyst as typed
 * @property {string[]} beside those who analyse beside it
 * @property {boolean} exact whether whoever is exact is heard too, in games that have such
 * @property {boolean} live whether analysis follows wherever somebody looks
 * @property {string | null} ply the ply whose reasons are read; null is the one to be played
 * @property {boolean} asTable whether the layer is also read as a table
 * @property {number | null} row the only one of its reasons, or of the layer's lines, that is shown
 * @property {Side | null} side the only side whose lines and marks are shown
 * @property {Replay} replay which time is shown of a layer that has several
 * @property {() => void} changed
 */

/** Nobody has chosen a layer yet. */
export const FIRST = '';

/** The layers of the thought about the position shown. @param {Table} table */
const layers = (table) => table.thought?.event.thought.layers ?? [];

/** Whose thought is shown. @param {Table} table */
const thinker = (table) => table.thought?.event.player ?? '';

/** The chosen layer, if the thought has it. @param {Table} table @param {Choices} choices @returns {Layer | null} */
export function chosen(table, choices) {
  const drawn = layers(table).filter(onBoard);
  // What another player showed may be missing here: then the first of this one takes its place.
  const found = choices.layer === null ? undefined : (drawn.find((layer) => layer.id === choices.layer) ?? drawn[0]);
  // Of the layers that belong to single plies, that of the chosen one.
  const thought = table.thought?.event.thought;
  if (found?.kind === 'spans' && thought) return spansFor(thought, choices.ply);
  return found ? ofSide(found, choices.side) : null;
}

/** What comes after what when somebody presses for other figures. @type {Record<Figures, Figures>} */
const NEXT = { few: 'all', all: 'none', none: 'few' };

/** Whether a layer has more figures than are written at once. @param {Layer | null} on */
const figured = (on) =>
  on?.kind === 'heat' ||
  (on?.kind === 'labels' && on.plies.length > ALL) ||
  (on?.kind === 'trails' && on.plies.some(({ cells }) => cells.length === 1));

/** The layer that was brought into sight. */
let seen = '';

/** Brings the chosen layer into sight in its list. */
function bringIn() {
  const button = /** @type {HTMLElement | null} */ (document.querySelector('.layers .seg:not(.sides) [aria-pressed=true]'));
  const list = button?.parentElement;
  if (!button || !list) return;
  const [from, to] = [button.offsetLeft - list.offsetLeft, button.offsetLeft - list.offsetLeft + button.offsetWidth];
  if (from < list.scrollLeft || to > list.scrollLeft + list.clientWidth) list.scrollLeft = (from + to - list.clientWidth) / 2;
}

/** The picker above the board. @param {Table} table @param {Choices} choices */
export function picker(table, choices) {
  const view = /** @type {View} */ (table.view);
  const on = chosen(table, choices);
  const drawn = layers(table).filter(
    (layer, i, all) => onBoard(layer) && all.findIndex(({ id }) => id === layer.id) === i,
  );
  // Of more layers than fit the chosen one is in sight.
  const shown = on?.id ?? '';
  if (seen !== shown) queueMicrotask(bringIn);
  seen = shown;
  const pick = (/** @type {string | null} */ id, /** @type {string} */ words) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String((on?.id ?? null) === id),
        onclick: () => {
          choices.layer = id;
          choices.row = null;
          choices.changed();
        },
      },
      words,
    );
  const go = (/** @type {number} */ to) =>
    void (Math.abs(to - view.at) === 1 ? table.walk(to - view.at) : table.act('goto', { at: view.at, to }));
  /** @type {[import('../parts/icons.js').IconName, string, number][]} */
  const steps = [
    ['first', 'page-to-start', 0],
    ['prev', 'page-back', view.at - 1],
    ['next', 'page-forward', view.at + 1],
    ['last', 'page-to-end', view.moves.length],
  ];
  return h(
    'div',
    { class: 'layers' },
    drawn.length > 0 &&
      h(
        'div',
        { class: 'seg', role: 'group', 'aria-label': t('page-layer') },
        pick(null, t('page-layer-none')),
        drawn.map((layer) => pick(layer.id, say(layer.title))),
      ),
    sides(table, choices, on),
    figured(on) &&
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          title: t('page-figures-about'),
          onclick: () => {
            choices.figures = NEXT[choices.figures];
            choices.changed();
          },
        },
        t('page-figures'),
        ' ',
        h('b', null, t('page-figures-are', { which: choices.figures })),
      ),
    h(
      'div',
      { class: 'ctl' },
      steps.map(([name, id, to]) =>
        h(
          'button',
          {
            type: 'button',
            'aria-label': t(id),
            title: t(id),
            disabled: to === view.at || to < 0 || to > view.moves.length,
            onclick: () => go(to),
          },
          icon(name),
        ),
      ),
    ),
  );
}

/** Whose lines and marks are shown. @param {Table} table @param {Choices} choices @param {Layer | null} on */
function sides(table, choices, on) {
  const view = /** @type {View} */ (table.view);
  const whole = on && layers(table).find(({ id }) => id === on.id);
  if (!whole || !bothSides(whole)) return null;
  /** @type {[Side | null, string][]} */
  const all = [
    [null, t('page-both-sides')],
    ['first', say(view.geometry.sides[0].name)],
    ['second', say(view.geometry.sides[1].name)],
  ];
  return h(
    'div',
    { class: 'seg sides', role: 'group', 'aria-label': t('page-side') },
    all.map(([side, words]) =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(choices.side === side),
          onclick: () => {
            [choices.side, choices.row] = [side, null];
            choices.changed();
          },
        },
        words,
      ),
    ),
  );
}

/** What somebody points at in the chosen layer, in words. @param {View} view @param {Layer} on @param {Pointed} pointed @param {Choices} choices */
function told(view, on, { cell, line }, { row, replay }) {
  if (on.kind === 'links') return toldLinks(on, view.geometry, cell, line ?? row);
  const [strong, rest] =
    (on.kind === 'marks' && toldMark(on, view.geometry, cell)) ||
    (on.kind === 'trails' && toldTrails(on, view.geometry, cell, replay.frame(on))) ||
    [];
  return strong && [h('b', null, strong), ' ', rest];
}

/**
 * The sentence and the legend of the chosen layer; the sentence gives way to what somebody points at.
 * @param {Table} table
 * @param {Choices} choices
 * @param {Pointed} pointed
 * @param {boolean} alone whether what could not be done is said here, as there is no other place
 */
export function caption(table, choices, pointed, alone) {
  const view = /** @type {View} */ (table.view);
  const on = chosen(table, choices);
  const some = layers(table).some(onBoard);
  return h(
    'div',
    { class: 'caption', key: 'caption' },
    h(
      'p',
      null,
      alone && table.refusal && [h('b', { class: 'refusal' }, say(table.refusal)), ' '],
      on && whose(table),
      on
        ? told(view, on, pointed, choices) || say(on.kind === 'trails' ? sentenceAt(on, choices.replay.frame(on)) : on.sentence)
        : t(some ? 'page-layer-off' : 'page-layer-later'),
    ),
    h(
      'div',
      { class: 'legend' },
      on?.kind === 'trails' && choices.replay.view(on),
      on && legend(on, view.geometry),
      on && explain({ layer: on.id, player: thinker(table) }),
    ),
  );
}

/** Whose layer it is, where there are several to choose from. @param {Table} table */
function whose(table) {
  const { opinions, thought } = table;
  if (!thought || opinions.length < 2) return null;
  return [h('b', { class: 'mono whose' }, thought.event.player.split(':')[0]), ': '];
}

/** Layers that are not drawn on the board: trees, or tables and words. @param {Table} table @param {boolean} trees */
export function others(table, trees) {
  return layers(table)
    .filter((layer) => !onBoard(layer) && (layer.kind === 'tree') === trees)
    .map((layer) =>
      h(
        'section',
        { class: 'sec', key: `layer-${layer.id}`, 'data-tab': 'how' },
        h(
          'h2',
          { class: 't' },
          say(layer.title),
          layer.kind === 'tree' && layer.root.value && h('small', null, unitHead(layer.root.value)),
          explain({ layer: layer.id, player: thinker(table) }),
        ),
        h('p', { class: 'small soft' }, say(layer.sentence)),
        layer.kind === 'tree'
          ? tree(layer.root)
          : layer.kind === 'table'
            ? drawTable(
                layer.columns.map(say),
                layer.rows.map((row) => row.map(say)),
                say(layer.title),
              )
            : layer.kind === 'words'
              ? layer.paragraphs.map(say).map((words) => words !== say(layer.sentence) && h('p', { class: 'small' }, words))
              : null,
      ),
    );
}

/** The reasons for and against the chosen ply. @param {Table} table @param {Choices} choices */
export function reasons(table, choices) {
  const thought = table.thought?.event.thought;
  const on = thought && spansFor(thought, choices.ply);
  if (!on) return null;
  return h(
    'section',
    { class: 'sec', key: 'reasons', 'data-tab': 'how' },
    h('h2', { class: 't' }, say(on.title)),
    spansTable(thought, {
      ply: choices.ply,
      row: choices.row,
      pick: (ply, row) => {
        choices.ply = ply;
        choices.row = row;
        // Whoever chooses a reason wants to see it.
        choices.layer = on.id;
        choices.changed();
      },
    }),
  );
}

/** The chosen layer as a table. @param {Table} table @param {Choices} choices */
export function asTable(table, choices) {
  const layer = chosen(table, choices);
  // The reasons for a ply have a table of their own.
  if (!layer || layer.kind === 'spans') return null;
  const { geometry } = /** @type {View} */ (table.view);
  return h(
    'section',
    { class: 'sec', key: 'as-table', 'data-tab': 'how' },
    h(
      'details',
      {
        class: 'twin',
        open: choices.asTable,
        ontoggle: (/** @type {Event} */ event) => {
          const { open } = /** @type {HTMLDetailsElement} */ (event.target);
          if (open === choices.asTable) return;
          choices.asTable = open;
          choices.changed();
        },
      },
      h('summary', null, t('page-as-table', { layer: layer.title })),
      // Hundreds of cells are written down only for those who read them.
      choices.asTable &&
        h(
          'div',
          null,
          layer.kind === 'links'
            ? linksTable(layer, geometry, choices.row, (row) => {
                choices.row = row;
                choices.changed();
              })
            : twin(layer, geometry),
        ),
    ),
  );
}
