// What the pages of the lab have in common: each is looked at again while something goes on, says what
// went wrong, asks before it forgets anything, and leads to the others.

import * as api from '../parts/api.js';
import { attempt } from '../parts/attempt.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { say, t } from '../parts/words.js';
import { ways } from './labways.js';

/** @import {App} from '../app.js' */
/** @import {Lab, LabExperiment, Text} from '../types.js' */

export class Bench {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The experiments, and whether others work for us. @type {Lab | null} */
    this.lab = null;
    /** What is forgotten if it is said once more. */
    this.doomed = '';
    this.trouble = '';
    this.open = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  close() {
    this.open = false;
    clearTimeout(this.timer);
  }

  key() {
    return false;
  }

  redraw() {
    this.app.redraw();
  }

  /** @param {() => Promise<void>} what */
  attempt(what) {
    return attempt(this, what);
  }

  /** Reads how the lab stands. */
  async readLab() {
    const lab = await api.lab();
    this.lab = lab;
    return lab;
  }

  /** Does something once more after so long, if the page is still there. @param {number} time in ms @param {() => Promise<void>} what */
  again(time, what) {
    clearTimeout(this.timer);
    if (this.open) this.timer = setTimeout(() => void what(), time);
  }

  /** @param {string} id */
  doom(id) {
    this.doomed = id;
    this.redraw();
  }

  /** Asks whether something is really to be forgotten. @param {() => Promise<void>} forget */
  sure(forget) {
    return [
      h('button', { type: 'button', class: 'btn danger sure', onclick: () => void forget() }, t('page-delete-sure')),
      h('button', { type: 'button', class: 'btn plain', onclick: () => this.doom('') }, t('page-keep')),
    ];
  }

  /** An experiment in the list. @param {LabExperiment} one */
  entry({ name }) {
    return h('a', { class: 'opt', href: `#/lab/${name}` }, h('b', null, t(`lab-${name}`)));
  }

  /** What went wrong: here, or else with what went on before. @param {Text | null} [before] */
  wrong(before) {
    const bad = this.trouble || (before && say(before));
    return bad && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, bad));
  }

  /**
   * The page: its heading, the way to the others, and what is its own.
   * @param {string} here its name among the ways @param {string} title @param {string} lead
   * @param {import('../parts/dom.js').Node} own
   */
  laidOut(here, title, lead, own) {
    return h(
      'div',
      { class: 'lab' },
      h('div', { class: 'lead' }, h('h1', null, title), h('p', null, lead)),
      h(
        'nav',
        { class: 'choices', 'aria-label': t('page-experiments') },
        this.lab?.experiments.map((one) => this.entry(one)),
        ways(here, this.lab?.workers),
      ),
      own,
    );
  }
}

/** What was set, without what was left empty. @param {Record<string, string>} values */
export const given = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));

/** How much of something is done. @param {number} part from 0 to 1 @param {string} words */
export const track = (part, words) =>
  h(
    'div',
    {
      class: 'track',
      role: 'progressbar',
      'aria-label': words,
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': Math.round(part * 100),
    },
    h('i', { style: `width:${part * 100}%` }),
  );

/** A small button with nothing but a sign. @param {import('../parts/icons.js').IconName} sign @param {string} words @param {() => void} onclick */
export const tool = (sign, words, onclick) =>
  h('button', { type: 'button', class: 'tool', 'aria-label': words, title: words, onclick }, icon(sign));
