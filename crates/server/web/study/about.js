// "What is this?": the one place that knows where an algorithm is explained.

import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { t } from '../parts/words.js';

/**
 * Where the book explains what somebody watches: a study, a layer, or whoever thinks; the book knows which chapter that is.
 * @param {{study?: string, layer?: string, player: string}} what
 */
export const chapter = ({ study = '', layer = '', player }) =>
  `#/book/of?${new URLSearchParams({ study, layer, player: player.split(':')[0] })}`;

/** The way there, as a sign. @param {{layer?: string, player: string}} what */
export const explain = (what) =>
  h(
    'a',
    { class: 'tool what', href: chapter(what), 'aria-label': t('page-study-what'), title: t('page-study-what') },
    icon('info'),
  );

/** What is said of whoever thinks. @param {string} player a player text */
const explained = (player) => t(`player-${player.split(':')[0]}`);

/** The button that opens it, and what it opens. @param {string} player a player text @param {string} more what is to be seen here @param {string} [study] */
export const about = (player, more, study) => [
  h(
    'button',
    { type: 'button', class: 'tool what', popovertarget: 'about', key: 'what', 'aria-label': t('page-study-what') },
    icon('info'),
    h('span', null, t('page-study-what')),
  ),
  h(
    'div',
    { id: 'about', class: 'menu about', popover: 'auto', key: 'about', role: 'dialog', 'aria-label': t('page-study-what') },
    h('h2', { class: 't' }, h('span', { class: 'mono' }, player)),
    more && h('p', null, more),
    h('p', null, explained(player)),
    h('p', null, h('a', { class: 'btn', href: chapter({ study, player }) }, t('page-study-read'))),
  ),
];
