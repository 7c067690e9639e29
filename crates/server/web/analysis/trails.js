// Trails: what each ply is to those who follow trails, drawn as arrows or as heat, and played back from
// the first search to the last.

import { tidy } from '../board/board.js';
import { heat, inkOn } from '../board/paint.js';
import { spacing } from '../board/shapes.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { figure, say, short, t } from '../parts/words.js';

/** @import {Overlay} from '../board/board.js' */
/** @import {Child} from '../parts/dom.js' */
/** @import {Geometry, Text, Trail, TrailsContent} from '../types.js' */

/** How long one frame of the replay is shown, in ms. */
const STEP = 220;

/** Which frame is shown, and whether they go by. */
export class Replay {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** None is the latest, whatever comes. @type {number | null} */
    this.at = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** Back to how it is now. */
  close() {
    clearInterval(this.timer);
    [this.timer, this.at] = [undefined, null];
  }

  /** The number of the frame shown. @param {TrailsContent} layer */
  frame({ frames }) {
    return Math.min(this.at ?? frames.length - 1, frames.length - 1);
  }

  /** @param {TrailsContent} layer @param {number} at */
  show({ frames }, at) {
    this.at = at >= frames.length - 1 ? null : at;
    this.redraw();
  }

  /** From here to the end, or from the beginning where this is the end. @param {TrailsContent} layer */
  play(layer) {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = undefined;
      return this.redraw();
    }
    this.at ??= 0;
    this.timer = setInterval(() => {
      this.show(layer, (this.at ?? 0) + 1);
      if (this.at === null) this.close();
    }, STEP);
    return this.redraw();
  }

  /** @param {TrailsContent} layer @returns {Child} */
  view(layer) {
    const last = layer.frames.length - 1;
    if (last < 1) return null;
    const at = this.frame(layer);
    const words = t(this.timer ? 'page-replay-stop' : 'page-replay');
    return h(
      'div',
      { class: 'replay' },
      // Where things are not to move by themselves, the slider is there to go step by step.
      !matchMedia('(prefers-reduced-motion:reduce)').matches &&
        h(
          'button',
          { type: 'button', class: 'tool', 'aria-label': words, title: words, onclick: () => this.play(layer) },
          icon(this.timer ? 'pause' : 'play'),
        ),
      h(
        'label',
        null,
        h('input', {
          type: 'range',
          min: 0,
          max: last,
          step: 1,
          value: String(at),
          style: `--p:${(at / last) * 100}%`,
          'aria-label': t('page-replay-at'),
          'aria-valuetext': say(layer.frames[at].label),
          oninput: (/** @type {Event} */ event) => {
            clearInterval(this.timer);
            this.timer = undefined;
            this.show(layer, Number(/** @type {HTMLInputElement} */ (event.target).value));
          },
        }),
        h('span', { class: 'num' }, say(layer.frames[at].label)),
      ),
    );
  }
}

/** A number on the scale. @param {Pick<TrailsContent, 'low' | 'high'>} layer @param {number} x */
export const onScale = ({ low, high }, x) => (high > low ? (x - low) / (high - low) : 1);

/**
 * Arrows where a piece goes from cell to cell, the strongest on top; heat where one is put.
 * @param {Omit<TrailsContent, 'plies'> & {plies: (Trail & {label?: Text})[]}} layer plies of which some say themselves what is written at them
 * @param {object} on
 * @param {Geometry} on.geometry
 * @param {number[]} on.taken
 * @param {boolean} on.figures
 * @param {number} on.frame
 * @param {(x: number, y: number, words: string, ink: string) => Child} on.write
 * @param {Overlay} drawn
 */
export function drawTrails(layer, { geometry, taken, figures, frame, write }, drawn) {
  const numbers = layer.frames[frame]?.figures ?? [];
  const weakest = layer.plies.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]);
  for (const i of weakest) {
    const { cells } = layer.plies[i];
    const v = onScale(layer, numbers[i]);
    const [from, to] = [geometry.cells[cells[0]], geometry.cells[cells[cells.length - 1]]];
    if (cells.length > 1) {
      const d = arrow(from, to, v, spacing(geometry), taken.includes(cells[cells.length - 1]));
      drawn.links.push(h('path', { class: 'trail', d, style: `fill:${heat(v)}`, 'data-trail': layer.plies[i].move }));
    } else drawn.fills.set(cells[0], heat(v));
  }
  // Several plies may end in one cell: the strongest has been drawn last, and is the one written.
  const written = new Map(
    weakest.filter((i) => layer.plies[i].cells.length === 1).map((i) => [layer.plies[i].cells[0], i]),
  );
  for (const [cell, i] of written) {
    const { x, y } = geometry.cells[cell];
    if (figures && !taken.includes(cell))
      drawn.figures.push(write(x, y, said(layer.plies[i], numbers[i]), inkOn(heat(onScale(layer, numbers[i])))));
  }
}

/** What is written at a trail. @param {{label?: Text}} ply @param {number} number */
const said = ({ label }, number) => (label ? short(say(label)) : figure(number, 2));

/** An arrow as wide as a trail is strong; before a piece it ends at its rim. @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {number} v @param {number} unit @param {boolean} taken */
function arrow(from, to, v, unit, taken) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${tidy(from.x + ux * along - uy * across)} ${tidy(from.y + uy * along + ux * across)}`;
  const half = unit * (0.025 + 0.065 * v);
  const head = half + unit * 0.09;
  const tip = far - unit * (taken ? 0.36 : 0.06);
  const neck = tip - unit * 0.24;
  const start = unit * 0.3;
  return `M${at(start, -half)}L${at(neck, -half)}L${at(neck, -head)}L${at(tip, 0)}L${at(neck, head)}L${at(neck, half)}L${at(start, half)}Z`;
}

/** The sentence of the layer, about the strongest ply of the time that is shown. @param {TrailsContent & {sentence: Text}} layer @param {number} frame @returns {Text} */
export function sentenceAt({ plies, frames, sentence }, frame) {
  if (frame === frames.length - 1) return sentence;
  const { figures } = frames[frame];
  const most = figures.indexOf(Math.max(...figures));
  return { ...sentence, args: { ...sentence.args, ply: plies[most].move, figure: figures[most] } };
}

/** What the trails from or to a cell are, in words; nothing if there are none. @param {TrailsContent} layer @param {Geometry} geometry @param {number} cell @param {number} frame @returns {[string, string] | null} */
export function toldTrails(layer, geometry, cell, frame) {
  const numbers = layer.frames[frame]?.figures ?? [];
  const here = layer.plies
    .map(({ move, cells }, i) => ({ move, cells, number: numbers[i] }))
    .filter(({ cells }) => cells[0] === cell || cells[cells.length - 1] === cell)
    .sort((a, b) => b.number - a.number);
  if (!here.length) return null;
  const list = here.map(({ move, number }) => `${move} ${figure(number, 2)}`).join(' · ');
  return [geometry.cells[cell].name, list];
}
