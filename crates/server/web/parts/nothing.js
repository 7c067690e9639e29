// A page with nothing on it: one sentence that says so, and the way home where there is no other.

import { h } from './dom.js';
import { t } from './words.js';

/** @param {string} words @param {boolean} over whether nothing more will come @param {string} [more] */
export const nothing = (words, over, more) =>
  h(
    'div',
    { class: 'page' },
    h(
      'div',
      { class: 'box empty' },
      h('h1', null, words),
      more && h('p', { class: 'soft' }, more),
      over && h('p', null, h('a', { class: 'btn main', href: '#/' }, t('page-home'))),
    ),
  );
