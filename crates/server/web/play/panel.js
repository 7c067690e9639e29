// The panel beside a game being played: who plays, one message, the moves, what can be done.

import { brief, unitName } from '../analysis/value.js';
import { paint } from '../board/paint.js';
import { pieceIcon } from '../board/shapes.js';
import { h, once } from '../parts/dom.js';
import { dots, icon, seal } from '../parts/icons.js';
import { say, t } from '../parts/words.js';
import { ROOT, linesOf, redoes } from './lines.js';
import { levelAt } from './seat.js';
import { Table } from './table.js';

/** @import {Child} from '../parts/dom.js' */
/** @import {IconName} from '../parts/icons.js' */
/** @import {SideLook, Thought} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Clocks} from './clock.js' */
/** @import {Seat} from './seat.js' */

/**
 * A button with an icon and a word.
 * @param {IconName} name
 * @param {string} words
 * @param {Record<string, any>} props
 */
export const button = (name, words, { class: cls = '', ...props }) =>
  h('button', { type: 'button', ...props, class: `btn ${cls}` }, icon(name), h('span', null, words));

/** Who plays a side, and whether it is their turn. @param {Table} table @param {number} side @param {string} cls @param {number} turn how the board lies @param {Seat} seat @param {Clocks} clocks */
export function player(table, side, cls, turn, seat, clocks) {
  const level = levelAt(table, side);
  const view = /** @type {View} */ (table.view);
  const look = view.geometry.sides[side];
  const moves = !view.outcome && Table.index(view.side) === side;
  const thinking = moves && view.thinking?.purpose === 'move' && table.link === 'open';
  const won = view.outcome?.winner && Table.index(view.outcome.winner) === side;
  return h(
    'div',
    { class: `${cls}${moves ? ' turn' : ''}`, 'data-side': side, style: `--side:${paint(look.paint)}` },
    pieceIcon(view.geometry, look.piece, 'stone', turn),
    h(
      'div',
      { class: 'who' },
      h('b', null, table.name(side)),
      h(
        'span',
        { class: 'of' },
        view.human[0] && view.human[1] ? say(look.mark) : `${say(look.name)} · ${level || say(look.mark)}`,
      ),
      losses(table, side),
    ),
    h(
      'div',
      { class: 'state' },
      clocks.view(side),
      thinking
        ? [thinks(view), stop(table)]
        : won
          ? h('span', { class: 'chip ok' }, icon('cup'), t('page-wins'))
          : moves && view.paused && !view.human[side]
            ? h('span', { class: 'chip' }, t('page-paused'))
            : moves
              ? h(
                  'span',
                  // Where clocks run, the one that runs says it to the eye.
                  { class: view.clocks?.running ? 'sr' : 'chip ok' },
                  t(view.human[side] && !view.human[1 - side] ? 'page-turn-you' : 'page-turn'),
                )
              : null,
      !view.ended && seat.opener(side),
    ),
  );
}

/** The pieces a side has lost. @param {Table} table @param {number} side */
function losses(table, side) {
  const { geometry } = /** @type {View} */ (table.view);
  const lost = (table.picture.lost ?? []).filter(({ piece }) => geometry.pieces[piece].side === side);
  if (!lost.length) return null;
  const pieces = lost.map(({ piece, count }) => t('page-lost-piece', { piece: geometry.pieces[piece].name, n: count }));
  return h(
    'span',
    { class: 'losses', role: 'img', 'aria-label': t('page-lost-pieces', { pieces: pieces.join(', ') }) },
    lost.map(({ piece, count }) =>
      h('span', null, pieceIcon(geometry, piece, 'pip'), count > 1 && h('i', { class: 'num' }, `× ${count}`)),
    ),
  );
}

/** What the two have won of each other, once they have played a game. @param {Table} table @param {number} side whoever sits here is named first */
export function score(table, side) {
  const view = /** @type {View} */ (table.view);
  const { won, drawn } = view.score;
  if (won[0] + won[1] + drawn === 0) return null;
  return h(
    'div',
    { class: 'score', title: t('page-score-about') },
    h('span', { class: 'small soft' }, t('page-score')),
    h(
      'b',
      { class: 'num' },
      t('page-score-is', {
        one: table.called(side),
        two: table.called(1 - side),
        won: won[side],
        lost: won[1 - side],
      }),
    ),
    h('span', { class: 'small soft num' }, t('page-score-drawn', { n: drawn })),
  );
}

/** For how many a hint waits. @param {View} view */
const waitingFor = ({ thinking }) =>
  typeof thinking?.before === 'number' ? t('page-hint-waiting', { n: thinking.before }) : '';

/** That somebody thinks, or waits for a processor, and for how many. @param {View} view */
export const thinks = ({ thinking }) =>
  typeof thinking?.before === 'number'
    ? h('span', { class: 'chip', title: t('page-waiting-about') }, t('page-waiting', { n: thinking.before }))
    : h('span', { class: 'chip ok' }, t('page-thinking'), dots());

/** @param {Table} table */
export const stop = (table) =>
  h(
    'button',
    {
      type: 'button',
      class: 'tool',
      'aria-label': t('page-stop'),
      title: t('page-stop'),
      onclick: () => void table.stop(),
    },
    icon('stop'),
  );

/**
 * The one thing the player should know now.
 * @param {Table} table
 * @returns {{tone: string, icon: IconName, strong: Child, rest: Child}}
 */
function news(table) {
  const view = /** @type {View} */ (table.view);
  const look = view.geometry.sides[Table.index(view.side)];
  const side = Table.index(view.side);
  if (table.link === 'gone')
    return { tone: 'bad', icon: 'warn', strong: t('page-gone'), rest: t('page-gone-more') };
  if (table.link === 'lost') return { tone: 'bad', icon: 'warn', strong: t('page-lost'), rest: '' };
  if (table.refusal) return { tone: 'warn', icon: 'info', strong: '', rest: say(table.refusal) };
  if (view.outcome)
    return { tone: 'ok', icon: 'cup', strong: table.result(), rest: say(view.outcome.reason) };
  if (table.proposal && table.hint) {
    return {
      tone: 'ok',
      icon: 'lamp',
      // Where the reason names the turn, that is enough.
      strong: planOf(table.hint.event.thought)?.sentence.args?.turn ? t('page-hint-whole') : table.hinted(),
      rest: reasoned(table.hint.event.thought, look),
    };
  }
  if (view.thinking?.purpose === 'hint')
    return { tone: '', icon: 'lamp', strong: t('page-hint-coming'), rest: waitingFor(view) };
  if (table.aside)
    return { tone: '', icon: 'branch', strong: t('page-trying'), rest: t('page-trying-more') };
  if (!table.live) {
    const lines = linesOf(view);
    const back = t(view.ended ? 'page-to-the-end' : 'page-to-the-game');
    return {
      tone: '',
      icon: lines.played.has(view.node) ? 'info' : 'branch',
      strong: lines.played.has(view.node)
        ? t('page-looking', { at: view.at, of: lines.depth(view.end) })
        : t('page-in-variation'),
      rest: h(
        'span',
        null,
        t('page-looking-more'),
        ' ',
        h('button', { type: 'button', class: 'inline', onclick: () => void table.act('goto', { at: view.at, node: view.end }) }, back),
      ),
    };
  }
  const happened = tidings(table);
  if (happened)
    return {
      tone: view.human[side] ? 'ok' : '',
      icon: 'info',
      strong: table.note(happened.text),
      rest: view.human[side] ? say(look.goal) : '',
    };
  if (!view.human[side])
    return view.paused
      ? { tone: '', icon: 'pause', strong: t('page-paused-now'), rest: t('page-paused-more') }
      : {
          tone: '',
          icon: 'eye',
          strong: t('page-its-turn', { player: table.name(side) }),
          rest: t('page-its-turn-more'),
        };
  return {
    tone: 'ok',
    icon: 'lamp',
    strong: view.human[1 - side] ? t('page-turn-of', { side: look.name }) : t('page-your-turn'),
    rest: say(look.goal),
  };
}

/** What a hint has in mind. @param {Thought} thought */
const planOf = ({ layers }) =>
  layers.find(({ kind }) => kind === 'moves' || kind === 'paths') ?? layers.find(({ kind }) => kind === 'labels');

/** What a hint is worth and why: where the reason says its worth, that is enough. @param {Thought} thought @param {SideLook} look */
function reasoned(thought, look) {
  const plan = planOf(thought);
  if (plan?.sentence.args && 'worth' in plan.sentence.args) return say(plan.sentence);
  const { proved, plies } = thought;
  const verdict = proved && [t('page-proved', { verdict: proved, side: look.name }), plies !== undefined && t('page-in-plies', { n: plies })];
  const worth = verdict
    ? h('span', { class: 'exact' }, seal(), verdict.filter(Boolean).join(' '))
    : [brief(thought), ' ', unitName(thought), ' ', t('page-for', { side: look.name })];
  return h('span', null, worth, plan ? ['. ', say(plan.sentence)] : null);
}

/** @param {Table} table */
export function message(table) {
  const { tone, icon: name, strong, rest } = news(table);
  return h(
    'div',
    { class: `note ${tone}` },
    icon(name),
    h('span', null, strong && h('b', null, strong), strong && rest ? ' ' : null, rest),
  );
}

/** What the position itself says besides the message. @param {Table} table */
export const warnings = (table) => (table.picture.notes ?? []).filter((note) => note !== tidings(table));

/** What has just happened that nobody sees on the board; it is the message of the moment. @param {Table} table */
const tidings = (table) => (table.picture.notes ?? []).find(({ tone }) => tone === 'news');

/** What the position itself warns of. @param {Table} table */
export const notes = (table) =>
  warnings(table).map(({ tone, text }) =>
    h(
      'div',
      { class: `note ${{ news: '', info: '', good: 'ok', warn: 'warn' }[tone]}` },
      icon(tone === 'good' ? 'check' : tone === 'warn' ? 'warn' : 'info'),
      h('span', null, table.note(text)),
    ),
  );

/** How many moves the game has as it was played: turns, where a turn is more than a ply. @param {View} view */
export function movesCount(view) {
  const lines = linesOf(view);
  const played = [...lines.played].filter((node) => node !== ROOT).map((node) => lines.twigs[node]);
  return played[0]?.listed ? new Set(played.map(({ listed }) => listed?.turn)).size : played.length;
}

/** A move typed in the game's notation. @param {Table} table */
export function typed(table) {
  const view = /** @type {View} */ (table.view);
  const turn = table.turn();
  return h(
    'form',
    {
      class: 'typed',
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const input = /** @type {HTMLInputElement} */ (
          /** @type {HTMLFormElement} */ (event.target).elements.namedItem('move')
        );
        const words = input.value.trim();
        if (!words) return;
        input.value = '';
        void table.play(words);
      },
    },
    h('label', { for: 'typed' }, t('page-type-move')),
    h('input', {
      id: 'typed',
      name: 'move',
      class: 'n',
      list: 'legal',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      disabled: !turn.may,
      title: turn.may ? null : say(turn.why),
    }),
    once(view.handles, 'legal', '', () =>
      h(
        'datalist',
        { id: 'legal' },
        [...new Set(view.handles.map(({ ply }) => ply))].map((ply) => h('option', { key: ply, value: ply })),
      ),
    ),
    h('button', { type: 'submit', class: 'btn', disabled: !turn.may }, t('page-play')),
  );
}

/**
 * @typedef {object} Doing what the buttons beside the board do
 * @property {() => void} analyse
 * @property {() => void} again
 * @property {() => void} resign
 * @property {boolean} resigning
 * @property {boolean} analysing
 */

/** The buttons of a game. @param {Table} table @param {Doing} doing */
export function actions(table, doing) {
  const view = /** @type {View} */ (table.view);
  const offline = table.link !== 'open';
  const why = (/** @type {string} */ id) => (offline ? t('page-lost') : t(id));
  const at = { at: view.at };
  const watching = !view.human[0] && !view.human[1];
  const turn = table.turn();
  const can = (/** @type {boolean} */ now, /** @type {string} */ when) =>
    now && !offline ? {} : { disabled: true, title: why(when) };
  /** @type {import('../parts/dom.js').Node[]} */
  const all = [];
  if (!view.ended && (watching || (view.paused && table.live && !turn.may))) {
    all.push(
      view.paused
        ? button('play', t('page-go-on'), { onclick: () => void table.act('pause', { paused: false }) })
        : button('pause', t('page-pause'), { onclick: () => void table.act('pause', { paused: true }) }),
    );
    all.push(
      button('step', t('page-step'), {
        onclick: () => void table.act('step', at),
        ...can((view.paused || !table.live) && !view.thinking, 'page-step-when'),
      }),
    );
  } else if (!view.outcome) {
    all.push(
      button('lamp', t('page-hint'), {
        onclick: () => void table.act('hint', at),
        ...can(turn.may, 'page-hint-when'),
      }),
    );
  }
  all.push(
    button('undo', t('page-undo'), {
      onclick: () => void table.take('undo'),
      ...can(view.at > 0, 'page-undo-when'),
    }),
  );
  all.push(
    button('redo', t('page-redo'), {
      onclick: () => void table.take('redo'),
      ...can(redoes(view), 'page-redo-when'),
    }),
  );
  if (view.ended)
    all.push(button('again', t('page-again'), { class: 'main', onclick: doing.again, ...can(true, '') }));
  else if (!watching)
    all.push(
      button('flag', t(doing.resigning ? 'page-resign-sure' : 'page-resign'), {
        class: `danger${doing.resigning ? ' sure' : ''}`,
        onclick: doing.resign,
        ...can(true, ''),
      }),
    );
  return all;
}
