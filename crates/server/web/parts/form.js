// Fields for the options of a game and the settings of a player, from their descriptions.

import { h } from './dom.js';
import { comma, has, t } from './words.js';

/** @import {Key, PlayerKind} from '../types.js' */

/** Whole numbers with at most so many values are chosen, not typed. */
const FEW = 6;

/** Beyond this an upper end is of the machine, not of anybody's interest. */
const ENDLESS = 1e12;

/** The values to choose from, where they are few. @param {Key} key @returns {string[] | null} */
export function choices(key) {
  if (key.values) return key.values.map(String);
  if (key.type === 'switch') return ['off', 'on'];
  if (key.type === 'int' && key.min !== undefined && key.max !== undefined && key.max - key.min < FEW)
    return Array.from({ length: key.max - key.min + 1 }, (_, i) =>
      String(/** @type {number} */ (key.min) + i),
    );
  return null;
}

/** What a key is when nobody says, as it would be typed. @param {Key} key */
export const usual = (key) =>
  key.default === null || key.default === undefined
    ? ''
    : key.default === true
      ? 'on'
      : key.default === false
        ? 'off'
        : String(key.default);

/** What is wrong with a typed value, in a sentence; nothing if it will do. @param {Key} key @param {string} value */
export function wrong(key, value) {
  if (value === '' || ['words', 'text', 'file'].includes(key.type) || choices(key)) return '';
  const number = Number(value.replace(',', '.'));
  const whole = key.type !== 'int' || /^[+-]?\d+$/.test(value.trim());
  const within = (key.min === undefined || number >= key.min) && (key.max === undefined || number <= key.max);
  if (Number.isFinite(number) && whole && within) return '';
  return t(key.type === 'int' ? 'page-want-whole' : 'page-want-number', {
    low: key.min ?? 0,
    high: key.max ?? 0,
  });
}

/**
 * @param {Key} key
 * @param {Record<string, string>} values
 * @param {(name: string, value: string) => void} change
 * @param {boolean} technical shows the key's own name, as it is typed
 * @param {Map<string, string>} [barred] choices that fit nothing else, `name=value`, and why
 */
export function field(key, values, change, technical, barred) {
  const value = values[key.name] ?? usual(key);
  const id = `key-${technical ? 'p' : 'g'}-${key.name}`;
  const range =
    key.min === undefined || key.max === undefined || choices(key)
      ? ''
      : key.max > ENDLESS
        ? t('page-range-from', { low: key.min })
        : t('page-range', { low: key.min, high: key.max });
  const label = technical
    ? h(
        'span',
        { class: 'label', id },
        h('b', { class: 'mono' }, key.name),
        h('small', null, [t(key.help), range].filter(Boolean).join(' · ')),
      )
    : h('span', { class: 'label', id }, t(key.help), range && h('small', null, range));
  const few = choices(key);
  const error = wrong(key, value);
  if (few) {
    // A key without a default may also be left to the program.
    const all = key.default === null || key.default === undefined ? ['', ...few] : few;
    const word = (/** @type {string} */ choice) => (choice === '' ? t('page-auto') : valueWord(key, choice));
    return h(
      'div',
      { class: 'field' },
      label,
      h(
        'div',
        { class: 'seg', role: 'group', 'aria-labelledby': id },
        all.map((choice) =>
          h(
            'button',
            {
              type: 'button',
              'aria-pressed': String(choice === value),
              disabled: choice !== value && Boolean(barred?.has(`${key.name}=${choice}`)),
              title: barred?.get(`${key.name}=${choice}`) ?? null,
              onclick: () => change(key.name, choice),
            },
            word(choice),
          ),
        ),
      ),
    );
  }
  return h(
    'div',
    { class: 'field' },
    label,
    h(
      'span',
      { class: 'entry' },
      key.common && offered(key.common, value, id, (choice) => change(key.name, choice)),
      h('input', {
        class: `n${key.type === 'words' ? ' words' : ''}`,
        inputmode: key.type === 'int' ? 'numeric' : key.type === 'real' ? 'decimal' : null,
        autocomplete: 'off',
        spellcheck: 'false',
        // A value has a point; here stands what people write.
        value: key.type === 'real' ? value.replace(/[.,]/, comma()) : value,
        'aria-labelledby': id,
        placeholder: key.type === 'words' ? null : t('page-auto'),
        'aria-invalid': error ? 'true' : null,
        'aria-describedby': error ? `${id}-wrong` : null,
        oninput: (/** @type {Event} */ event) => {
          const typed = /** @type {HTMLInputElement} */ (event.target).value;
          change(key.name, key.type === 'real' ? typed.replace(',', '.') : typed);
        },
      }),
      error && h('small', { class: 'wrong', id: `${id}-wrong` }, error),
    ),
  );
}

/** The numbers that are asked for most, before the field for any other. @param {number[]} common @param {string} value @param {string} label the id of its label @param {(value: string) => void} change */
const offered = (common, value, label, change) =>
  h(
    'span',
    { class: 'seg', role: 'group', 'aria-labelledby': label },
    common.map(String).map((choice) =>
      h('button', { type: 'button', 'aria-pressed': String(choice === value), onclick: () => change(choice) }, choice),
    ),
  );

/** A value as people say it. @param {Key} key @param {string} value */
const valueWord = (key, value) =>
  key.type === 'switch' ? t(`page-${value}`) : has(`value-${value}`) ? t(`value-${value}`) : value;

/** An option and its value in a few words, where somebody has found some. @param {Key} key @param {string} value */
export const optionWords = (key, value) =>
  has(`${key.help}-short`) ? t(`${key.help}-short`, { value }) : valueWord(key, value);

/** A player as it is typed: `name:key=value,…`, only what differs from the usual. @param {PlayerKind} player @param {Record<string, string>} values */
export function playerText(player, values) {
  const said = player.keys
    .filter(
      (key) => values[key.name] !== undefined && values[key.name] !== '' && values[key.name] !== usual(key),
    )
    .map(
      (key) =>
        `${key.name}=${key.type === 'real' ? values[key.name].replace(',', '.') : quoted(values[key.name])}`,
    );
  return said.length ? `${player.name}:${said.join(',')}` : player.name;
}

/** A player text taken apart: `name:key=value,key="another, value"`. @param {string} text @returns {{name: string, values: Record<string, string>}} */
export function readPlayer(text) {
  const [, name, rest] = /** @type {RegExpExecArray} */ (/^([^:]*):?(.*)$/s.exec(text));
  /** @type {Record<string, string>} */
  const values = {};
  for (const [, key, quote, plain] of rest.matchAll(/([^=,]+)=(?:"((?:[^"\\]|\\.)*)"|([^,]*))/gs))
    values[key.trim()] = quote === undefined ? plain.trim() : quote.replace(/\\(.)/gs, '$1');
  return { name: name.trim(), values };
}

/** A value as it stands in a player text. @param {string} value */
export const quoted = (value) => (/[\s,"\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value);

/** The values of a level. @param {import('../types.js').Level} level @returns {Record<string, string>} */
export const levelValues = (level) =>
  Object.fromEntries(level.keys.split(',').map((pair) => /** @type {[string, string]} */ (pair.split('='))));

/** What a player is set to before anybody sets it: the level it names itself, and none above the middle. @param {PlayerKind} player */
export const usualValues = (player) => {
  const { levels, keys } = player;
  if (!levels.length) return {};
  const named = levels.findIndex((level) =>
    Object.entries(levelValues(level)).every(([name, value]) =>
      keys.some((key) => key.name === name && usual(key) === value),
    ),
  );
  const middle = levels.length >> 1;
  return levelValues(levels[named < 0 ? middle : Math.min(named, middle)]);
};

/** The level that these settings are, if they are one: no key that another level sets is set besides. @param {PlayerKind} player @param {Record<string, string>} values */
export const levelOf = (player, values) => {
  const set = levelKeys(player).filter((key) => values[key]);
  return player.levels.find((level) => {
    const own = levelValues(level);
    return set.every((key) => key in own) && Object.keys(own).every((key) => values[key] === own[key]);
  });
};

/** The keys that levels of a player set. @param {PlayerKind} player */
const levelKeys = (player) => player.levels.flatMap((level) => Object.keys(levelValues(level)));

/** Settings at a level: what another level set is not set any more. @param {PlayerKind} player @param {Record<string, string>} values @param {number} at */
const atLevel = (player, values, at) => {
  const gone = new Set(levelKeys(player));
  const kept = Object.entries(values).filter(([key]) => !gone.has(key));
  return { ...Object.fromEntries(kept), ...levelValues(player.levels[at]) };
};

/** Levels of which each has its name below the slider. */
const MOST_NAMED = 8;

/**
 * A slider from the weakest to the strongest; settings of one's own are on none of its places.
 * @param {PlayerKind} player
 * @param {Record<string, string>} values
 * @param {(values: Record<string, string>) => void} change
 */
export function levelSlider(player, values, change) {
  const last = player.levels.length - 1;
  const level = levelOf(player, values);
  const on = level ? player.levels.indexOf(level) : -1;
  const name = on < 0 ? t('page-level-own') : t(player.levels[on].name);
  const place = on < 0 ? last : on;
  return h(
    'div',
    { class: `level${on < 0 ? ' own' : ''}` },
    h('h2', { class: 't' }, t('page-level', { level: name })),
    h('input', {
      type: 'range',
      min: 0,
      max: last,
      step: 1,
      value: String(place),
      style: `--p:${(place / last) * 100}%`,
      'aria-label': t('page-level-label'),
      'aria-valuetext': name,
      oninput: (/** @type {Event} */ event) =>
        change(atLevel(player, values, Number(/** @type {HTMLInputElement} */ (event.target).value))),
    }),
    h(
      'div',
      { class: 'lvl', 'aria-hidden': 'true' },
      // Of many only the ends have room for their names; the one that is chosen stands above.
      player.levels.map(
        (level, i) =>
          (last < MOST_NAMED || i === 0 || i === last) &&
          h('span', { style: `--i:${i / last}`, 'data-on': i === on }, t(level.name)),
      ),
    ),
  );
}

/**
 * A choice of one among few, all of them in sight.
 * @template {string} T
 * @param {[T, import('./dom.js').Children][]} choices
 * @param {T} on
 * @param {(choice: T) => void} pick
 * @param {string} label
 */
export const seg = (choices, on, pick, label) =>
  h(
    'div',
    { class: 'seg', role: 'group', 'aria-label': label },
    choices.map(([choice, words]) =>
      h(
        'button',
        { type: 'button', 'aria-pressed': String(choice === on), onclick: () => pick(choice) },
        words,
      ),
    ),
  );
