// The language the page speaks now, and how messages, figures and times are put into it.

import * as api from './api.js';
import { Tongue } from './fluent.js';

/** @import {Arg, Text} from '../types.js' */

/** @type {Map<string, Tongue>} */
const tongues = new Map();
let current = 'en';

/** Whether somebody has come to where more is said than elsewhere. */
let talkative = false;
/** The languages in which that is known. @type {Map<string, Promise<void>>} */
const fluent = new Map();

/** Learns a language from its file, unless it is known already. @param {string} code */
export async function learn(code) {
  if (!tongues.has(code)) tongues.set(code, new Tongue(code, await api.words(code)));
  if (talkative) await more(code);
}

/** Learns what is said in lessons, in slow motion and in the lab alone, for whoever comes there. */
export async function learnAll() {
  talkative = true;
  await Promise.all([...tongues.keys()].map(more));
}

/** @param {string} code */
function more(code) {
  const asked = fluent.get(code) ?? api.words(`${code}.more`).then((file) => tongues.get(code)?.more(file));
  fluent.set(code, asked);
  // What could not be had now may be had later.
  asked.catch(() => fluent.delete(code));
  return asked;
}

/** @param {string} code */
export function speak(code) {
  current = code;
}

/** The code of the language spoken now. */
export const language = () => current;

/** The languages that can be learnt, by code, and what each calls itself. @returns {Record<string, string>} */
export function languages() {
  const named = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name=languages]'));
  return JSON.parse(named?.content ?? '{}');
}

/**
 * The sentence in the language spoken now; failing that in English; failing that its bare name.
 * @param {Text | string} message
 * @returns {string}
 */
export function say(message) {
  const text = typeof message === 'string' ? { id: message } : message;
  return tongues.get(current)?.say(text, say) ?? tongues.get('en')?.say(text, say) ?? text.id;
}

/** The message called `id`. @param {string} id @param {Record<string, Arg>} [args] */
export const t = (id, args) => say({ id, args });

/** The first sentence of some, and what comes after it. @param {string} words @returns {[string, string]} */
export function sentences(words) {
  const end = /[.?!] /.exec(words);
  return end ? [words.slice(0, end.index + 1), words.slice(end.index + 2)] : [words, ''];
}

/** Whether some language has a message of that name. @param {string} id */
export const has = (id) =>
  Boolean(tongues.get(current)?.messages.has(id) || tongues.get('en')?.messages.has(id));

/** A ply as it stands in a sentence: as it is typed, unless it is a word of the notation, as a swap is. @param {string} ply */
export const plyWord = (ply) => (has(`ply-${ply}`) ? t(`ply-${ply}`) : ply);

/** Plies in a row. @param {string[]} plies */
export const plyWords = (plies) => plies.map(plyWord).join(' ');

/** A number with at most so many decimals. @param {number} x @param {number} [decimals] */
export function figure(x, decimals = 0) {
  const short = Number(x.toFixed(decimals));
  return tongues.get(current)?.figure(short) ?? String(short);
}

/** How decimals are divided from the rest. */
export const comma = () => figure(0.5, 1)[1];

/**
 * The same words with numbers that people read: of three decimals two, unless the number is too small for
 * that, and of a percentage none.
 * @param {string} words
 */
export const short = (words) =>
  words.replace(comma() === ',' ? /(−?)(\d+),(\d+)( ?%)?/g : /(−?)(\d+)\.(\d+)( ?%)?/g, (all, sign, whole, decimals, percent = '') => {
    const exact = Number(`${whole}.${decimals}`);
    if (!percent && (decimals.length < 3 || exact < 0.01)) return all;
    const rounded = figure(exact, percent ? 0 : 2);
    return `${rounded === '0' ? '' : sign}${rounded}${percent}`;
  });

/**
 * The words of a table, with as many decimals in all figures of a column as one of them has, so that they
 * stand below one another; and which columns are figures.
 * @template T
 * @param {(string | T)[][]} rows
 * @returns {{rows: (string | T)[][], figures: boolean[]}}
 */
export function evened(rows) {
  const divider = comma();
  const isFigure = (/** @type {string | T} */ words) => typeof words === 'string' && /^[+−]?\d[\d.,\u00a0\u202f]*$/.test(words);
  const decimals = (/** @type {string | T} */ words) => String(words).split(divider)[1]?.length ?? 0;
  const columns = (rows[0] ?? []).map((_, i) => rows.map((row) => row[i]));
  /** Whether two decimals tell all numbers of a column apart. @param {(string | T)[]} column */
  const clear = (column) => {
    const all = new Set(column.filter(isFigure).map(String));
    return new Set([...all].map(short)).size === all.size;
  };
  const shortened = columns.map((column) => (clear(column) ? column.map((words) => (typeof words === 'string' ? short(words) : words)) : column));
  const most = shortened.map((column) => Math.max(0, ...column.filter(isFigure).map(decimals)));
  const even = (/** @type {string | T} */ words, /** @type {number} */ i) => {
    if (!most[i] || !isFigure(words)) return words;
    const figure = String(words);
    return `${figure}${figure.includes(divider) ? '' : divider}${'0'.repeat(most[i] - decimals(figure))}`;
  };
  // What is no number may say that there is none.
  const none = (/** @type {string | T} */ words) => typeof words === 'string' && /^[−+]?[–∞]?$|%$/.test(words);
  return {
    rows: rows.map((row, at) => row.map((_, i) => even(shortened[i][at], i))),
    figures: columns.map((column) => column.some((words) => words !== '') && column.every((words) => isFigure(words) || none(words))),
  };
}

/** `91 %`, `91%`. @param {number} share from 0 to 1 */
export const percent = (share) => t('page-percent', { n: Math.round(share * 100) });

/** Large counts in few figures: `41,2 k`, `3,4 M`. @param {number} n */
export function count(n) {
  if (n < 10000) return figure(n);
  return new Intl.NumberFormat(current, { notation: 'compact', maximumFractionDigits: 1 }).format(n);
}

/** `hace 12 min`. @param {number} then in ms */
export function ago(then) {
  const minutes = Math.round((then - Date.now()) / 60000);
  const relative = new Intl.RelativeTimeFormat(current, { numeric: 'auto', style: 'short' });
  if (minutes > -1) return t('page-just-now');
  if (minutes > -60) return relative.format(minutes, 'minute');
  if (minutes > -60 * 24) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 60 / 24), 'day');
}
