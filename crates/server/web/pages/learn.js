// Lessons: the list of a game's, and each of them as a board with words beside it, on which the
// program answers and says at once what went wrong.

import { legend, overlay } from '../analysis/layers.js';
import { thumbnail } from '../board/board.js';
import { Grid } from '../board/grid.js';
import { EMPTY, signs, tap } from '../board/hand.js';
import { pieceIcon } from '../board/shapes.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { keep, kept } from '../parts/store.js';
import { say, t } from '../parts/words.js';
import { button } from '../play/panel.js';

/** @import {App, Page} from '../app.js' */
/** @import {IconName} from '../parts/icons.js' */
/** @import {GameKind} from '../types.js' */
/** @import {Blackboard, CourseEntry} from '../parts/wire.js' */

/** Which lessons of a game somebody has been through. @param {string} game @returns {string[]} */
const learnt = (game) => kept(`learnt-${game}`, /** @type {string[]} */ ([]));

/** The first lesson that is still new, or the first of all. @param {GameKind} kind */
const upNext = (kind) => kind.lessons.find((id) => !learnt(kind.name).includes(id)) ?? kind.lessons[0];

/** @param {string} game @param {string} [lesson] */
const address = (game, lesson) => `#/learn/${game}${lesson ? `/${lesson}` : ''}`;

/** How far somebody has come. @param {GameKind} kind */
const progress = (kind) =>
  t('page-learn-count', {
    done: kind.lessons.filter((id) => learnt(kind.name).includes(id)).length,
    of: kind.lessons.length,
  });

/** What there is to learn, for the first page: a line for each game that has lessons. @param {GameKind[]} kinds */
export function learnBox(kinds) {
  const taught = kinds.filter((kind) => kind.lessons.length);
  return (
    taught.length > 0 &&
    h(
      'section',
      { class: 'box', key: 'learn' },
      h('h2', { class: 't' }, t('page-learn')),
      h('p', { class: 'small soft' }, t('page-learn-about')),
      taught.map((kind) =>
        h(
          'div',
          { class: 'row learning' },
          h(
            'a',
            { class: 'btn', href: address(kind.name, upNext(kind)) },
            icon('play'),
            h('span', null, t(`lesson-${kind.name}-${upNext(kind)}`)),
          ),
          h(
            'a',
            { class: 'btn plain', href: address(kind.name) },
            h('span', null, t(`game-${kind.name}`)),
            h('small', { class: 'num' }, progress(kind)),
          ),
        ),
      ),
    )
  );
}

/** The way to the lessons of a game, where it has some. @param {GameKind | undefined} kind */
export const learnLink = (kind) =>
  kind !== undefined &&
  kind.lessons.length > 0 &&
  h('a', { class: 'btn plain', href: address(kind.name) }, icon('info'), h('span', null, t('page-learn')));

/** Every game that has lessons. @param {App} app @returns {Page} */
export const coursesPage = (app) => ({
  view: () => h('div', { class: 'page' }, h('h1', { class: 'sr' }, t('page-learn')), learnBox(app.kinds)),
  title: () => t('page-learn'),
  close: () => {},
  key: () => false,
});

/** @param {GameKind} kind @param {App} app @returns {Page} */
export function coursePage(kind, app) {
  /** @type {CourseEntry[] | null} */
  let lessons = null;
  let trouble = '';
  const title = () => t('page-learn-game', { game: { id: `game-${kind.name}` } });
  const load = async () => {
    try {
      ({ lessons } = await api.lessons(kind.name));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
    }
    app.redraw();
  };
  void load();
  const view = () =>
    h(
      'div',
      { class: 'home course' },
      h('div', { class: 'lead' }, h('h1', null, title()), h('p', null, `${t('page-learn-about')} ${progress(kind)}.`)),
      trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
      h(
        'div',
        { class: 'games' },
        (lessons ?? []).map((lesson, i) =>
          h(
            'a',
            { class: 'game', href: address(kind.name, lesson.id), 'data-lesson': lesson.id },
            thumbnail(lesson.geometry, lesson.picture),
            h(
              'b',
              null,
              `${i + 1}. ${say(lesson.title)}`,
              learnt(kind.name).includes(lesson.id) && h('i', { class: 'chip ok' }, icon('check'), t('page-learnt')),
            ),
            h('span', null, say(lesson.about)),
          ),
        ),
      ),
    );
  return { view, title, close() {}, key: () => false };
}

/** @param {GameKind} kind @param {string} id @param {App} app @returns {Page} */
export function lessonPage(kind, id, app) {
  const { name: game, lessons } = kind;
  const redraw = () => app.redraw();
  const number = lessons.indexOf(id);
  let step = 0;
  let steps = 1;
  let attempt = 0;
  /** @type {Blackboard | null} */
  let board = null;
  let trouble = '';
  let asking = 0;
  let open = true;
  let held = EMPTY;
  let hinted = false;
  /** The cell a piece is being carried over. */
  let over = -1;

  /** @param {string[]} moves */
  const ask = async (moves) => {
    const mine = ++asking;
    try {
      const answer = await api.lesson(game, { lesson: id, step, moves, attempt });
      if (mine !== asking || !open) return;
      board = answer;
      held = EMPTY;
      // A board on which nothing is carried lets a finger scroll.
      const moving = answer.handles.some(({ kind }) => kind === 'path');
      [grid.pointing.stroke, grid.pointing.end] = moving ? [carry, put] : [undefined, undefined];
      trouble = '';
      steps = answer.steps;
      if (answer.says) app.announce(say(answer.says));
      else if (!moves.length) app.announce(say(answer.words));
      const ended = answer.standing === 'told' || answer.standing === 'done';
      if (ended && step === steps - 1 && !learnt(game).includes(id)) keep(`learnt-${game}`, [...learnt(game), id]);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (mine === asking) trouble = say(error.text);
    }
    redraw();
  };
  void ask([]);

  /** @param {number} to */
  const go = (to) => {
    [step, attempt, board, held, hinted] = [to, 0, null, EMPTY, false];
    void ask([]);
  };
  const again = () => {
    attempt++;
    void ask([]);
  };
  const help = () => {
    hinted = true;
    if (board?.hint) app.announce(say(board.hint));
    redraw();
  };
  /** What was played before the last decision. */
  const before = () => board?.moves.slice(0, board.standing === 'done' || !board.answers ? -1 : -2) ?? [];
  const played = () => Boolean(board && board.moves.length > (board.began ? 1 : 0));
  const back = () => {
    if (played()) void ask(before());
  };
  const next = () => {
    if (step + 1 < steps) go(step + 1);
    else location.hash = number + 1 < lessons.length ? address(game, lessons[number + 1]) : address(game);
  };

  /** @param {number} cell */
  const touch = (cell) => {
    if (!board || board.standing !== 'open') return;
    const { name } = board.geometry.cells[cell];
    const answer = tap({ ...board, side: board.you }, held, cell);
    const tried = { cells: [...held.cells, cell], piece: null };
    held = 'hold' in answer ? answer.hold : EMPTY;
    trouble = '';
    if ('play' in answer) return void play(answer.play);
    if ('no' in answer && !board.answers) return void explain(tried, t('page-no-move', { cell: name }));
    if ('no' in answer) refuse(answer.no === 'taken' ? t('page-cell-taken', { cell: name }) : t('lesson-outside'));
    redraw();
  };
  /** @param {number} cell */
  const carry = (cell) => {
    over = cell;
  };
  const put = () => {
    if (over >= 0 && held.cells.length) touch(over);
    over = -1;
  };
  /** @param {string} plies divided by spaces */
  const play = (plies) => ask([...(board?.moves ?? []), ...plies.split(' ')]);
  /** @param {string} words */
  const refuse = (words) => {
    trouble = words;
    app.announce(words);
  };
  /** Says why what was tried is no move. @param {{cells: number[], piece: number | null}} touched @param {string} otherwise */
  const explain = async (touched, otherwise) => {
    const mine = ++asking;
    let why = null;
    try {
      ({ why } = await api.lesson(game, { lesson: id, step, moves: board?.moves ?? [], attempt, touched }));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
    }
    if (mine !== asking || !open) return;
    refuse(why ? say(why) : otherwise);
    redraw();
  };
  /** @param {number} cell */
  const spoken = (cell) => {
    if (!board) return '';
    const placed = board.picture.pieces.find((one) => one.cell === cell);
    return [
      board.geometry.cells[cell].name,
      placed ? say(board.geometry.pieces[placed.piece].name) : t('page-cell-empty'),
      board.last.includes(cell) && t('page-cell-last'),
      board.better.includes(cell) && t('page-lesson-better'),
      reachable().includes(cell) && t('page-lesson-free'),
    ]
      .filter(Boolean)
      .join(', ');
  };
  /** The cells one may play on, where they are not simply all that are empty. */
  const reachable = () => {
    if (!board) return [];
    const cells = board.handles.flatMap((handle) => (handle.kind === 'tap' ? handle.cells : []));
    return cells.length + board.picture.pieces.length < board.geometry.cells.length ? cells : [];
  };
  const grid = new Grid({ touch, spoken }, redraw);

  /** @returns {[string, IconName, string]} */
  const news = () => {
    if (trouble) return ['warn', 'info', trouble];
    if (!board) return ['', 'info', t('page-opening')];
    if (board.standing === 'done') return ['ok', 'check', say(board.says ?? board.words)];
    if (board.standing === 'lost') return ['warn', 'warn', board.says ? say(board.says) : t('page-lesson-lost')];
    if (board.says) return ['', 'info', say(board.says)];
    const happened = board.picture.notes?.find((note) => note.tone === 'news');
    if (happened && board.moves.length) return ['', 'info', say(happened.text)];
    return ['', 'info', t('page-lesson-turn')];
  };

  /** @param {Blackboard} shown */
  const stage = (shown) => {
    const { geometry, picture, layer, last, better, handles } = shown;
    const drawn =
      layer && !played()
        ? overlay(layer, {
            geometry,
            handles,
            taken: picture.pieces.map(({ cell }) => cell),
            figures: 'none',
            turn: grid.turn,
            scale: grid.scale(geometry, 0),
          })
        : undefined;
    return grid.view(
      {
        geometry,
        picture,
        last,
        overlay: drawn,
        band: drawn ? [] : reachable(),
        selected: [...better, ...held.cells.slice(-1)],
        signs: shown.standing === 'open' ? signs(handles, held) : undefined,
        label: t('page-lesson-board', { lesson: { id: `lesson-${game}-${id}` } }),
      },
      false,
      game,
    );
  };

  const view = () => {
    const standing = board?.standing ?? 'wait';
    const on = standing === 'told' || standing === 'done';
    const [tone, sign, words] = news();
    const you = board?.you && board.geometry.sides[board.you === 'first' ? 0 : 1];
    const can = played() ? {} : { disabled: true, title: t('page-undo-when') };
    const offers = (board?.handles ?? []).filter((handle) => handle.kind === 'press');
    const last = step + 1 === steps;
    // Once it is found, the idea is told anyway.
    const hint = standing === 'done' ? null : board?.hint;
    return h(
      'div',
      { class: 'view lesson', 'data-standing': standing, 'data-step': step },
      h('div', { class: 'stage' }, board && stage(board)),
      h(
        'aside',
        { class: 'panel', 'aria-label': t('page-learn') },
        h(
          'div',
          { class: 'scrolls' },
          h(
            'section',
            { class: 'sec' },
            h(
              'div',
              { class: 'row between small soft' },
              h('a', { href: address(game) }, t('page-learn-game', { game: { id: `game-${game}` } })),
              h('span', { class: 'num' }, t('page-lesson-of', { n: number + 1, of: lessons.length })),
            ),
            h('h1', null, t(`lesson-${game}-${id}`)),
            h(
              'div',
              { class: 'pips', role: 'img', 'aria-label': t('page-lesson-step', { n: step + 1, of: steps }) },
              Array.from({ length: steps }, (_, i) => h('i', { class: i <= step ? 'on' : null })),
            ),
          ),
          h(
            'section',
            { class: 'sec' },
            board && h('p', { class: 'telling' }, say(board.words)),
            board?.layer && !played() && h('div', { class: 'legend' }, legend(board.layer, board.geometry)),
          ),
          standing !== 'told' &&
            h(
              'section',
              { class: 'sec status' },
              you &&
                board &&
                h(
                  'p',
                  { class: 'row small soft' },
                  pieceIcon(board.geometry, you.piece, 'pip', grid.turn),
                  t('page-lesson-you', { side: you.name }),
                ),
              !(offers.some(({ about }) => about) && sign === 'info' && !trouble) &&
                h('div', { class: `note ${tone}` }, icon(sign), h('span', null, words)),
              hint && hinted && h('div', { class: 'note hint' }, icon('lamp'), h('span', null, say(hint))),
              offers.map((handle) =>
                h(
                  'div',
                  { class: 'offer' },
                  handle.about && h('p', null, say(handle.about)),
                  button(handle.about ? 'again' : 'check', say(handle.button), { onclick: () => void play(handle.ply) }),
                ),
              ),
            ),
        ),
        h(
          'div',
          { class: 'foot' },
          h(
            'div',
            { class: 'acts' },
            button('prev', t('page-lesson-back'), {
              onclick: () => go(step - 1),
              ...(step ? {} : { disabled: true, title: t('page-lesson-back-when') }),
            }),
            button('undo', t('page-undo'), { onclick: back, class: standing === 'lost' ? 'main' : '', ...can }),
            button('again', t('page-lesson-again'), { onclick: again, ...can }),
            hint &&
              button('lamp', t('page-hint'), {
                onclick: help,
                ...(hinted ? { disabled: true, title: t('page-lesson-hinted') } : {}),
              }),
          ),
          button(last && on ? 'check' : 'go', t(on ? (last ? 'page-lesson-end' : 'page-lesson-next') : 'page-lesson-skip'), {
            class: on ? 'main wide' : 'wide',
            onclick: next,
          }),
        ),
      ),
    );
  };

  return {
    view,
    title: () => t(`lesson-${game}-${id}`),
    close() {
      open = false;
      grid.close();
    },
    key(event) {
      if (event.key === 'u') back();
      else if (event.key === 'n') next();
      else return false;
      return true;
    },
  };
}
