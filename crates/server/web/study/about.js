// "What is this?": the one place that knows where an algorithm is explained.

import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { t } from '../parts/words.js';

/** What is said of whoever thinks. @param {string} player a player text */
const explained = (player) => t(`player-${player.split(':')[0]}`);

/** The button that opens it, and what it opens. @param {string} player a player text @param {string} more what is to be seen here */
export const about = (player, more) => [
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
  ),
];
