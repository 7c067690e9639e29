// What happens at a moment, in one sentence above the board.

import { h } from '../parts/dom.js';
import { short } from '../parts/words.js';

/** Sentences of more letters are written smaller, so that two lines hold them. */
export const LONG = 95;

/** @param {string} words */
export const sentence = (words) => h('div', { class: `nowsays${words.length > LONG ? ' long' : ''}` }, h('p', null, whole(words)));

/** Numbers as people read them; a percentage and its sign stay in one line. @param {string} words */
const whole = (words) => short(words).replaceAll(' %', '\u00a0%');
