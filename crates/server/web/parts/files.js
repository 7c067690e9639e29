// The files that players can follow: which there are, and the field that chooses one.

import * as api from './api.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { say, t } from './words.js';

/** @import {FileEntry, Key, NetCourse} from '../types.js' */

/** The languages of files that can be kept and edited here. */
const EDITABLE = ['rules'];

/** Whether a key names a file that can be kept here. @param {Key} key */
export const isFile = (key) => key.type === 'file' && EDITABLE.includes(key.language ?? '');

/** Whether a key names a net that can have learnt here. @param {Key} key */
export const isNet = (key) => key.type === 'file' && key.language === 'net';

/** Where a file is edited. @param {string} name */
export const fileAddress = (name) => `#/rules/${encodeURIComponent(name)}`;

/** The files that are kept here. */
export class Shelf {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {FileEntry[]} */
    this.builtIn = [];
    /** @type {FileEntry[] | null} */
    this.own = null;
    /** The game they are about. */
    this.game = '';
    this.trouble = '';
    /** The nets that learnt here. @type {NetCourse[]} */
    this.nets = [];
  }

  async loadNets() {
    try {
      this.nets = (await api.trainings()).nets.filter(({ games }) => games > 0);
    } catch (error) {
      // Without them there are still all the others.
      if (!(error instanceof api.Refusal)) throw error;
    }
    this.redraw();
  }

  async load() {
    try {
      const { game, built_in, own } = await api.files();
      this.game = game;
      this.builtIn = built_in;
      this.own = own;
      this.trouble = '';
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = say(error.text);
    }
    this.redraw();
  }

  /** Why a file cannot be followed, in a sentence; nothing if it can. @param {string} name */
  wrong(name) {
    if (name.startsWith('@') || !this.own) return '';
    const entry = this.own.find((one) => one.name === name);
    if (!entry) return t('page-file-gone', { name });
    return entry.errors ? t('page-file-errors', { name, n: entry.errors }) : '';
  }
}

/** @param {Shelf} shelf @param {string} value @param {string[]} always names that are always there */
export function fileOptions(shelf, value, always) {
  const own = shelf.own ?? [];
  const known = always.includes(value) || own.some(({ name }) => name === value);
  return [
    ...always.map((name) => h('option', { value: name }, t('page-file-built-in', { name }))),
    ...own.map(({ name, errors }) =>
      h('option', { value: name }, errors ? t('page-file-with-errors', { name, n: errors }) : name),
    ),
    !known && value && h('option', { value }, value),
  ];
}

/**
 * The field for the file that a player follows.
 * @param {Key} key
 * @param {string} value
 * @param {Shelf} shelf
 * @param {(name: string) => void} pick
 */
export function fileField(key, value, shelf, pick) {
  const id = `file-${key.name}`;
  const error = shelf.wrong(value);
  return h(
    'div',
    { class: 'field file' },
    h(
      'label',
      { class: 'label', for: id },
      t('page-file'),
      h('small', null, value.startsWith('@') ? t('page-file-about') : t('page-file-own')),
    ),
    h(
      'span',
      { class: 'entry' },
      h(
        'span',
        { class: 'row' },
        h(
          'select',
          {
            id,
            value,
            'aria-invalid': error ? 'true' : null,
            'aria-describedby': error ? `${id}-wrong` : null,
            onchange: (/** @type {Event} */ event) =>
              pick(/** @type {HTMLSelectElement} */ (event.target).value),
          },
          fileOptions(shelf, value, key.built_in ?? []),
        ),
        h(
          'a',
          { class: 'btn', href: fileAddress(value) },
          icon('edit'),
          t(value.startsWith('@') ? 'page-file-see' : 'page-file-edit'),
        ),
      ),
      error && h('small', { class: 'wrong', id: `${id}-wrong` }, error),
    ),
  );
}

/**
 * The field for the net that a player sees with.
 * @param {Key} key
 * @param {string} value
 * @param {string[]} nets those that learnt the game here
 * @param {boolean} own whether it has to be one of these
 * @param {(name: string) => void} pick
 */
export const netField = (key, value, nets, own, pick) =>
  h(
    'div',
    { class: 'field' },
    h('label', { class: 'label', for: `net-${key.name}` }, t('page-net'), h('small', null, t(value ? 'page-net-own' : 'page-net-built-in'))),
    h(
      'select',
      {
        id: `net-${key.name}`,
        value,
        onchange: (/** @type {Event} */ event) => pick(/** @type {HTMLSelectElement} */ (event.target).value),
      },
      !own && h('option', { value: '' }, t('page-net-built-in')),
      nets.map((name) => h('option', { value: name }, name)),
      value && !nets.includes(value) && h('option', { value }, value),
    ),
  );
