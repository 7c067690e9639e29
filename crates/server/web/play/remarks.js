// What can be done with the position that is shown, besides playing: a sign, a comment, a name, its
// place among the variations; and what is to be known of it, as that it came about in another way.

import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { t } from '../parts/words.js';
import { ROOT, linesOf } from './lines.js';
import { signWords } from './tree.js';

/** @import {Child} from '../parts/dom.js' */
/** @import {PlySign as Sign} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Table} from './table.js' */

/** The signs, the best first. @type {Sign[]} */
const SIGNS = ['!!', '!', '!?', '?!', '?', '??'];

/** The most other places of the same position that are named. */
const TWINS = 3;

export class Remarks {
  /** @param {Table} table @param {() => void} redraw @param {(node: number) => void} go */
  constructor(table, redraw, go) {
    this.table = table;
    this.redraw = redraw;
    this.go = go;
    /** What is open below the signs. @type {'comment' | 'more' | null} */
    this.open = null;
    /** The variation that was deleted last, until something else is done. @type {number | null} */
    this.deleted = null;
    /** The node whose address was copied last. @type {number | null} */
    this.copied = null;
  }

  view() {
    const view = /** @type {View} */ (this.table.view);
    return h(
      'section',
      { class: 'sec remarks', key: 'remarks', 'data-tab': 'moves', 'aria-label': t('page-remarks') },
      this.row(view),
      this.open === 'comment' && this.comment(view),
      this.open === 'more' && this.more(view),
      this.twins(view),
      this.gone(),
    );
  }

  /** The signs, and what opens the rest. @param {View} view */
  row(view) {
    const twig = view.tree[view.node];
    const toggle = (/** @type {'comment' | 'more'} */ what) => () => this.toggle(what);
    return h(
      'div',
      { class: 'row' },
      h(
        'div',
        { class: 'praise', key: 'praise', role: 'group', 'aria-label': t('page-sign') },
        SIGNS.map((sign) =>
          h(
            'button',
            {
              type: 'button',
              'aria-pressed': String(twig.sign === sign),
              'aria-label': t(signWords(sign)),
              title: t(signWords(sign)),
              disabled: view.node === ROOT,
              onclick: () => void this.say({ sign: twig.sign === sign ? '' : sign }),
            },
            sign,
          ),
        ),
      ),
      this.table.live &&
        h(
          'button',
          {
            type: 'button',
            class: 'tool',
            id: 'try',
            key: 'try',
            'aria-pressed': String(this.table.aside),
            'aria-label': t('page-try'),
            title: t('page-try-about'),
            onclick: () => this.table.tries(),
          },
          icon('branch'),
        ),
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          id: 'remark',
          key: 'remark',
          'aria-expanded': String(this.open === 'comment'),
          'aria-label': t('page-comment'),
          title: t('page-comment'),
          onclick: toggle('comment'),
        },
        icon('edit'),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          id: 'more',
          key: 'more',
          'aria-expanded': String(this.open === 'more'),
          'aria-label': t('page-more'),
          title: t('page-more'),
          onclick: toggle('more'),
        },
        icon('dots'),
      ),
    );
  }

  /** @param {'comment' | 'more'} what */
  toggle(what) {
    this.open = this.open === what ? null : what;
    this.redraw();
    if (this.open === 'comment') queueMicrotask(() => document.getElementById('comment')?.focus());
  }

  /** Opens what can be done with the position shown. */
  show() {
    this.open = 'more';
    this.redraw();
  }

  /** @param {View} view */
  comment(view) {
    const { node } = view;
    return h(
      'label',
      { class: 'small soft', key: `comment${node}` },
      t('page-comment-on', { move: this.called(node) }),
      h('textarea', {
        class: 'n words',
        id: 'comment',
        rows: 3,
        maxlength: 20000,
        value: view.tree[node].comment ?? '',
        // Once somebody has finished, and whatever made them leave.
        onchange: (/** @type {Event} */ event) =>
          void this.say({ comment: /** @type {HTMLTextAreaElement} */ (event.target).value }, node),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
            /** @type {HTMLTextAreaElement} */ (event.target).blur();
            this.toggle('comment');
            document.getElementById('remark')?.focus();
          }
        },
      }),
    );
  }

  /** What is done rarely. @param {View} view */
  more(view) {
    const { node, human } = view;
    const lines = linesOf(view);
    const played = lines.played.has(node);
    const aside = lines.aside(node);
    const people = human[0] && human[1] && !(view.clocks && !view.ended);
    const act = (/** @type {string} */ what, /** @type {object} */ more = {}) => () =>
      void this.table.act(what, { node, ...more });
    /** @type {(name: import('../parts/icons.js').IconName, words: string, may: boolean, why: string, does: () => void) => Child} */
    const item = (name, words, may, why, does) =>
      h(
        'button',
        { type: 'button', class: 'btn plain', disabled: !may, title: may ? null : t(why), onclick: does },
        icon(name),
        h('span', null, t(words)),
      );
    return h(
      'div',
      { class: 'more-acts', key: `more${node}` },
      aside !== undefined &&
        h(
          'label',
          { class: 'small soft' },
          t('page-line-name'),
          h('input', {
            class: 'n words',
            id: 'line-name',
            maxlength: 200,
            value: view.tree[aside].name ?? '',
            onchange: (/** @type {Event} */ event) =>
              void this.say({ name: /** @type {HTMLInputElement} */ (event.target).value }, aside),
          }),
        ),
      item('raise', 'page-promote', lines.canPromote(node), 'page-promote-when', act('promote')),
      item(
        'check',
        'page-make-main',
        people && !played,
        played ? 'page-make-main-is' : 'page-make-main-when',
        act('main', { before: t('page-was-played') }),
      ),
      item('bin', 'page-prune', !played && node !== ROOT, 'page-prune-when', () => void this.prune()),
      item('link', this.copied === node ? 'page-copied' : 'page-copy-place', true, '', () => void this.copy(node)),
    );
  }

  /** Deletes the position shown and all that follows it. */
  async prune() {
    const { node } = /** @type {View} */ (this.table.view);
    if (!(await this.table.act('prune', { node }))) return;
    this.deleted = node;
    this.open = null;
    this.table.announce(t('page-pruned'));
    this.redraw();
    queueMicrotask(() => document.getElementById('restore')?.focus());
  }

  /** That something was deleted, and the way back. */
  gone() {
    const { deleted } = this;
    if (deleted === null) return null;
    return h(
      'div',
      { class: 'note', role: 'status', key: 'gone' },
      icon('bin'),
      h('span', null, t('page-pruned')),
      h(
        'button',
        {
          type: 'button',
          class: 'btn',
          id: 'restore',
          onclick: async () => {
            this.deleted = null;
            if (await this.table.act('restore', { node: deleted })) this.go(deleted);
            this.redraw();
          },
        },
        t('page-undo'),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          'aria-label': t('page-close'),
          onclick: () => {
            this.deleted = null;
            this.redraw();
          },
        },
        icon('close'),
      ),
    );
  }

  /** The same position elsewhere in the tree. @param {View} view */
  twins({ twins }) {
    if (!twins.length) return null;
    return h(
      'p',
      { class: 'small twins', key: 'twins' },
      icon('info'),
      h(
        'span',
        null,
        t('page-same-position'),
        ' ',
        twins.slice(0, TWINS).map((node) => [
          h('button', { type: 'button', class: 'inline num', onclick: () => this.go(node) }, this.called(node)),
          ' ',
        ]),
        twins.length > TWINS && t('page-and-more', { n: twins.length - TWINS }),
      ),
    );
  }

  /** A position in words. @param {number} node */
  called(node) {
    return node === ROOT ? t('page-start') : linesOf(/** @type {View} */ (this.table.view)).called(node);
  }

  /** Says something about a position. @param {object} said @param {number} [node] */
  say(said, node = this.table.view?.node) {
    this.deleted = null;
    return this.table.act('note', { node, ...said });
  }

  /** Copies the address of a position. @param {number} node */
  async copy(node) {
    const address = `${location.origin}${location.pathname}#/game/${this.table.id}/${node}`;
    try {
      await navigator.clipboard.writeText(address);
      this.copied = node;
      this.table.announce(t('page-copied'));
    } catch {
      // Without leave to use the clipboard the address bar has it.
      location.hash = `#/game/${this.table.id}/${node}`;
    }
    this.redraw();
  }
}
