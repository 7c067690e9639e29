// The board editor: any position that a game leads to can be set up here and played on from; of any
// other it is said, at once, why no game leads there.

import { Grid } from '../board/grid.js';
import { pieceIcon } from '../board/shapes.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { isFile } from '../parts/files.js';
import { icon } from '../parts/icons.js';
import { keep } from '../parts/store.js';
import { say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { Wish } from '../play/wish.js';

/** @import {App, Page} from '../app.js' */
/** @import {Child} from '../parts/dom.js' */
/** @import {GameKind, Laid, Placed, Side} from '../types.js' */

/** What the hand lays down: a piece, nothing, or whatever comes next after what stands there. @typedef {number | 'none' | 'next'} Tool */

/** How long the pieces rest before they are looked at, in ms. */
const REST = 100;

/** @param {GameKind} kind @param {string} text a position to begin with @param {App} app @returns {Page} */
export function setupPage(kind, text, app) {
  const redraw = () => app.redraw();
  const wish = new Wish(kind);
  const { options } = wish.asked();
  let geometry = kind.geometry;
  /** What stands where, by cell. @type {Map<number, number>} */
  let board = new Map();
  /** The boards before, the last one last. @type {Map<number, number>[]} */
  let past = [];
  /** @type {Tool} */
  let tool = 'next';
  /** What a stroke lays down. @type {number | undefined} */
  let laying;
  /** The board before the stroke. @type {Map<number, number> | null} */
  let before = null;
  /** @type {Side} */
  let side = 'first';
  /** @type {Laid | null} */
  let laid = null;
  let trouble = '';
  let copied = false;
  let open = true;
  let asking = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {object} question */
  const ask = async (question) => {
    const mine = ++asking;
    try {
      const answer = await api.setUp({ game: kind.name, options, ...question });
      if (mine !== asking || !open) return;
      const was = laid?.refused?.id;
      laid = answer;
      trouble = '';
      if (answer.refused && answer.refused.id !== was) app.announce(say(answer.refused));
      if (answer.position) {
        ({ geometry, side } = answer.position);
        board = new Map(answer.position.picture.pieces.map(({ cell, piece }) => [cell, piece]));
      }
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (mine === asking) trouble = say(error.text);
    }
    redraw();
  };
  const check = () => {
    copied = false;
    clearTimeout(timer);
    // What is on its way is about another board.
    asking++;
    timer = setTimeout(() => void ask({ pieces: [...board], side }), REST);
    redraw();
  };
  void ask({ text });

  /** @param {number} cell @param {number | undefined} piece */
  const put = (cell, piece) => {
    board = new Map(board);
    if (piece === undefined) board.delete(cell);
    else board.set(cell, piece);
    app.announce(spoken(cell));
    check();
  };
  const remember = (was = board) => {
    past = [...past.slice(-99), was];
  };
  const undo = () => {
    const was = past.pop();
    if (!was) return;
    board = was;
    check();
  };
  const clear = () => {
    remember();
    board = new Map();
    check();
  };
  /** @param {number} cell */
  const next = (cell) => {
    const piece = board.get(cell);
    const after = piece === undefined ? 0 : piece + 1;
    return after < geometry.pieces.length ? after : undefined;
  };
  /** @param {number} cell */
  const spoken = (cell) => {
    const piece = board.get(cell);
    const stands = piece === undefined ? t('page-cell-empty') : say(geometry.pieces[piece].name);
    return `${geometry.cells[cell].name}, ${stands}`;
  };
  const grid = new Grid(
    {
      touch(cell) {
        before = board;
        laying = tool === 'next' ? next(cell) : tool === 'none' ? undefined : tool;
        put(cell, laying);
      },
      stroke: (cell) => put(cell, laying),
      end() {
        if (before && before !== board) remember(before);
        before = null;
      },
      key(cell, key) {
        const piece = Number(key) - 1;
        const wipes = key === 'Delete' || key === 'Backspace' || key === '0';
        if (!wipes && !(piece >= 0 && piece < geometry.pieces.length)) return false;
        remember();
        put(cell, wipes ? undefined : piece);
        return true;
      },
      spoken,
    },
    redraw,
  );

  /** @param {'play' | 'analyse' | 'rules'} what */
  const go = async (what) => {
    const position = laid?.text ?? '';
    if (what === 'play') location.hash = `#/new/${kind.name}/${encodeURIComponent(position)}`;
    else if (what === 'rules') {
      keep('rules-position', { position, moves: [] });
      location.hash = '#/rules';
    } else {
      try {
        const view = await api.begin({ ...wish.asked(position), first: 'human', second: 'human' });
        keep('analysing', true);
        location.hash = `#/game/${view.id}`;
      } catch (error) {
        if (!(error instanceof api.Refusal)) throw error;
        trouble = say(error.text);
        redraw();
      }
    }
  };

  const status = () => {
    if (trouble) return note('bad', 'warn', trouble);
    if (!laid) return note('', 'info', t('page-opening'));
    if (laid.refused) return note('warn', 'warn', say(laid.refused));
    const outcome = laid.position?.outcome;
    if (outcome) return note('', 'cup', t('page-setup-over', { reason: outcome.reason }));
    return note('ok', 'check', t('page-setup-good', { side: geometry.sides[side === 'first' ? 0 : 1].name }));
  };

  const tools = () => {
    /** @type {[Tool, Child[]][]} */
    const all = [
      ['next', [icon('again'), t('page-setup-next')]],
      ...geometry.pieces.map(
        ({ name }, i) =>
          /** @type {[Tool, Child[]]} */ ([i, [pieceIcon(geometry, i, 'pip'), say(name)]]),
      ),
      ['none', [icon('bin'), t('page-setup-none')]],
    ];
    return h(
      'div',
      { class: 'hands', role: 'group', 'aria-label': t('page-setup-hand') },
      all.map(([one, words]) =>
        h(
          'button',
          {
            type: 'button',
            class: 'btn',
            'aria-pressed': String(one === tool),
            onclick: () => {
              tool = one;
              redraw();
            },
          },
          words,
        ),
      ),
    );
  };

  const mover = () =>
    kind.setup?.side &&
    h(
      'div',
      { class: 'field' },
      h('span', null, t('page-setup-mover')),
      h(
        'div',
        { class: 'seg', role: 'group', 'aria-label': t('page-setup-mover') },
        /** @type {Side[]} */ (['first', 'second']).map((one, i) =>
          h(
            'button',
            {
              type: 'button',
              'aria-pressed': String(one === side),
              onclick: () => {
                side = one;
                check();
              },
            },
            say(geometry.sides[i].name),
          ),
        ),
      ),
    );

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(laid?.text ?? '');
      copied = true;
      app.announce(t('page-copied'));
    } catch {
      // Without leave to use the clipboard the text is at least selected.
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById('setup-text'));
      field?.select();
    }
    redraw();
  };
  const written = () =>
    h(
      'div',
      { class: 'written' },
      h('label', { for: 'setup-text', class: 'small soft' }, t('page-setup-text')),
      h(
        'div',
        { class: 'row' },
        h('input', {
          id: 'setup-text',
          class: 'n words',
          autocomplete: 'off',
          spellcheck: 'false',
          value: laid?.text ?? '',
          onchange: (/** @type {Event} */ event) => {
            remember();
            clearTimeout(timer);
            void ask({ text: /** @type {HTMLInputElement} */ (event.target).value });
          },
        }),
        button('list', t(copied ? 'page-copied' : 'page-copy'), { onclick: () => void copy() }),
      ),
    );

  const view = () => {
    const good = Boolean(laid?.position && !laid.position.outcome && !trouble);
    const can = good ? {} : { disabled: true, title: t('page-setup-when') };
    /** @type {Placed[]} */
    const pieces = [...board].map(([cell, piece]) => ({ cell, piece }));
    return h(
      'div',
      { class: 'view setup', 'data-good': String(good) },
      h(
        'div',
        { class: 'stage' },
        grid.view(
          {
            geometry,
            picture: { pieces, winning: laid?.position?.picture.winning },
            label: t('page-setup-board', { game: { id: `game-${kind.name}` } }),
          },
          false,
          kind.name,
        ),
      ),
      h(
        'aside',
        { class: 'panel', 'aria-label': t('page-setup') },
        h(
          'div',
          { class: 'scrolls' },
          h(
            'section',
            { class: 'sec' },
            h('h1', null, t('page-setup')),
            h('p', { class: 'small soft' }, t('page-setup-about')),
          ),
          h('section', { class: 'sec' }, tools(), mover()),
          h('section', { class: 'sec status' }, status()),
          h('section', { class: 'sec' }, written()),
        ),
        h(
          'div',
          { class: 'foot' },
          h(
            'div',
            { class: 'acts' },
            button('undo', t('page-undo'), {
              onclick: undo,
              ...(past.length ? {} : { disabled: true, title: t('page-setup-undo-when') }),
            }),
            button('bin', t('page-setup-clear'), {
              onclick: clear,
              ...(board.size ? {} : { disabled: true, title: t('page-setup-undo-when') }),
            }),
            button('eye', t('page-analyse'), { onclick: () => void go('analyse'), ...can }),
            kind.players.some(({ keys }) => keys.some(isFile)) &&
              button('edit', t('page-rules'), { onclick: () => void go('rules'), ...can }),
          ),
          button('play', t('page-setup-play'), { class: 'main wide', onclick: () => void go('play'), ...can }),
        ),
      ),
    );
  };

  return {
    view,
    title: () => t('page-setup'),
    close() {
      open = false;
      clearTimeout(timer);
      grid.close();
    },
    key(event) {
      if (event.key !== 'u') return false;
      undo();
      return true;
    },
  };
}

/** @param {string} tone @param {import('../parts/icons.js').IconName} name @param {string} words */
const note = (tone, name, words) => h('div', { class: `note ${tone}` }, icon(name), h('span', null, words));
