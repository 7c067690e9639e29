// What happens at a moment, in one sentence above the board.

import { h } from '../parts/dom.js';

/** Sentences of more letters are written smaller, so that two lines hold them. */
export const LONG = 95;

/** @param {string} words */
export const sentence = (words) => h('div', { class: `nowsays${words.length > LONG ? ' long' : ''}` }, h('p', null, whole(words)));

/** A percentage and its sign stay in one line. @param {string} words */
const whole = (words) => words.replaceAll(' %', '\u00a0%');
