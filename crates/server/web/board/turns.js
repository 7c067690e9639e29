// How a board lies: as somebody chose, as whoever plays sees it, or so that its cells are biggest in
// the room there is.

import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { keep, kept } from '../parts/store.js';
import { say, t } from '../parts/words.js';
import { box } from './board.js';
import { turnPoint } from './shapes.js';

/** @import {Geometry} from '../types.js' */

/** Nobody has chosen. */
const AUTO = 'auto';

/** Another way to lie has to give cells so much bigger, or the board stays as it lies. */
const CLEARLY = 1.25;

/** @param {string} game @param {Geometry} geometry @returns {number | undefined} the degrees somebody chose, if the board can lie so */
function chosen(game, { turns = [] }) {
  const degrees = kept(`turn-${game}`, /** @type {string | number} */ (AUTO));
  return turns.find((turn) => turn.degrees === degrees)?.degrees;
}

/** @param {Geometry} geometry @param {{w: number, h: number}} room @param {number} now how it lies already @param {number} seat the side nearest to whoever looks */
function best(geometry, room, now, seat) {
  const seen = geometry.turns?.find((turn) => turn.seat === seat);
  if (seen) return seen.degrees;
  const scale = (/** @type {number} */ turn) => {
    const [, , w, tall] = box({ geometry, turn });
    return Math.min(room.w / w, room.h / tall);
  };
  const biggest = (geometry.turns ?? []).reduce(
    (lies, { degrees }) => (scale(degrees) > scale(lies) ? degrees : lies),
    0,
  );
  const stays = geometry.turns?.some(({ degrees }) => degrees === now) ? now : 0;
  return scale(biggest) > scale(stays) * CLEARLY ? biggest : stays;
}

/** How far a board is turned. @param {string} game @param {Geometry} geometry @param {{w: number, h: number}} room in pixels @param {number} now @param {number} seat */
export const turnOf = (game, geometry, room, now, seat) =>
  chosen(game, geometry) ?? best(geometry, room, now, seat);

/**
 * The choice of how the board lies, where it can lie in several ways.
 * @param {string} game
 * @param {Geometry} geometry
 * @param {{w: number, h: number}} room
 * @param {number} now
 * @param {number} seat
 * @param {() => void} changed
 */
export function turnChoice(game, geometry, room, now, seat, changed) {
  const { turns = [] } = geometry;
  if (turns.length < 2) return null;
  const found = (/** @type {number} */ turn) => turns.find(({ degrees }) => degrees === turn) ?? turns[0];
  const own = found(best(geometry, room, now, seat));
  const lies = found(now);
  return h(
    'label',
    { class: `tool lies${turns.some(({ seat }) => seat !== undefined) ? ' seats' : ''}`, title: t('page-lies-about') },
    icon('turn'),
    h('span', { 'aria-hidden': 'true' }, say(lies.name)),
    h(
      'select',
      {
        'aria-label': t('page-lies'),
        value: String(chosen(game, geometry) ?? AUTO),
        onchange: (/** @type {Event} */ event) => {
          const { value } = /** @type {HTMLSelectElement} */ (event.target);
          keep(`turn-${game}`, value === AUTO ? AUTO : Number(value));
          changed();
        },
      },
      h('option', { value: AUTO }, t('page-lies-auto', { turn: own.name })),
      turns.map(({ name, degrees }) => h('option', { value: String(degrees) }, say(name))),
    ),
  );
}

/** The lower corner that the board as it lies leaves more room in. @param {Geometry} geometry @param {number} turn @param {number} room kept below it */
export function freeCorner(geometry, turn, room) {
  const [left, top] = box({ geometry, turn });
  const [, , w, tall] = box({ geometry, turn, room });
  const near = (/** @type {number} */ corner) =>
    Math.min(
      ...geometry.cells.map((cell) => {
        const [x, y] = turnPoint(cell.x, cell.y, turn);
        return Math.hypot(x - (left + corner * w), y - (top + tall));
      }),
    );
  return near(1) > near(0) + 1 ? 'right' : 'left';
}
