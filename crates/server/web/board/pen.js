// Drawing on a board by hand: an arrow with the right button from cell to cell, a circle or a coloured
// cell by a click with it; with a finger, press and hold; on the keyboard, M. What is drawn is data,
// cells by their numbers, and is kept with the position.

/** @import {DrawnMark, MarkColour} from '../types.js' */

/** How long a finger rests on a cell before it draws, in milliseconds. */
const HOLD = 450;

/**
 * @typedef {object} Sheet what is drawn upon
 * @property {() => DrawnMark[]} marks what is there
 * @property {(marks: DrawnMark[]) => void} keep
 * @property {() => void} follow something looks otherwise while the hand moves
 */

/** The cell that a mark is on, or begins from. @param {DrawnMark} mark */
const cellOf = (mark) => (mark.shape === 'arrow' ? mark.from : mark.cell);

/** Whether two marks are the same thing in the same place, in whatever colour. @param {DrawnMark} one @param {DrawnMark} other */
const same = (one, other) =>
  one.shape === other.shape &&
  cellOf(one) === cellOf(other) &&
  (one.shape !== 'arrow' || other.shape !== 'arrow' || one.to === other.to);

/** The colour that is asked for by the keys that are held. @param {{shiftKey: boolean, altKey: boolean, ctrlKey: boolean}} event @returns {MarkColour} */
const colour = ({ shiftKey, altKey, ctrlKey }) =>
  ctrlKey ? 'yellow' : shiftKey ? 'red' : altKey ? 'blue' : 'green';

export class Pen {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    /** The cell where the hand began; -1 where nobody draws. */
    this.from = -1;
    /** The cell that it is on. */
    this.to = -1;
    /** @type {MarkColour} */
    this.colour = 'green';
    /** Where an arrow that is drawn by keys begins. */
    this.begun = -1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The cell that a finger rests on. */
    this.rests = -1;
  }

  /** Whether a hand is drawing. */
  get draws() {
    return this.from >= 0;
  }

  /** A hand comes down on a cell; whether it draws. @param {PointerEvent} event @param {number} cell */
  press(event, cell) {
    this.drop();
    if (cell < 0) return false;
    if (event.pointerType === 'mouse') {
      if (event.button !== 2) return false;
      this.begin(cell, colour(event));
      return true;
    }
    this.rests = cell;
    this.timer = setTimeout(() => {
      navigator.vibrate?.(10);
      this.begin(cell, 'green');
    }, HOLD);
    return false;
  }

  /** @param {number} cell @param {MarkColour} colour */
  begin(cell, colour) {
    [this.from, this.to, this.colour] = [cell, cell, colour];
    this.sheet.follow();
  }

  /** The hand moves to a cell; whether it draws. @param {number} cell */
  move(cell) {
    if (!this.draws) {
      if (cell !== this.rests) clearTimeout(this.timer);
      return false;
    }
    if (cell >= 0 && cell !== this.to) {
      this.to = cell;
      this.sheet.follow();
    }
    return true;
  }

  /** The hand is lifted from a cell; whether it has drawn. @param {number} cell */
  release(cell) {
    clearTimeout(this.timer);
    if (!this.draws) return false;
    const { from, colour } = this;
    this.drop();
    if (cell === from) this.mark(cell, colour);
    else if (cell >= 0) this.arrow(from, cell, colour);
    else this.sheet.follow();
    return true;
  }

  /** Lets go of what was begun. */
  drop() {
    clearTimeout(this.timer);
    [this.from, this.to, this.rests] = [-1, -1, -1];
  }

  /** A key on a cell: `m` marks it, `M` begins and ends an arrow; whether it was for the pen. @param {string} key @param {number} cell */
  strike(key, cell) {
    if (key === 'm') this.mark(cell, 'green');
    else if (key !== 'M') return false;
    else if (this.begun < 0 || this.begun === cell) this.begun = this.begun === cell ? -1 : cell;
    else {
      this.arrow(this.begun, cell, 'green');
      this.begun = -1;
    }
    return true;
  }

  /** A circle; where one is, a coloured cell; where that is, nothing. @param {number} cell @param {MarkColour} colour */
  mark(cell, colour) {
    const marks = this.sheet.marks();
    const on = (/** @type {string} */ shape) => marks.find((mark) => mark.shape === shape && cellOf(mark) === cell);
    const [circle, filled] = [on('circle'), on('cell')];
    const rest = marks.filter((mark) => mark !== circle && mark !== filled);
    const now = circle ?? filled;
    /** @type {DrawnMark[]} */
    const next =
      !now || (now.colour ?? 'green') !== colour
        ? [{ shape: filled && !circle ? 'cell' : 'circle', cell, colour }]
        : circle
          ? [{ shape: 'cell', cell, colour }]
          : [];
    this.sheet.keep([...rest, ...next]);
  }

  /** An arrow; where it is already, nothing. @param {number} from @param {number} to @param {MarkColour} colour */
  arrow(from, to, colour) {
    /** @type {DrawnMark} */
    const arrow = { shape: 'arrow', from, to, colour };
    const marks = this.sheet.marks();
    const found = marks.find((mark) => same(mark, arrow));
    const rest = marks.filter((mark) => mark !== found);
    this.sheet.keep(found && (found.colour ?? 'green') === colour ? rest : [...rest, arrow]);
  }

  /** What is drawn and what is being drawn. @returns {DrawnMark[]} */
  shown() {
    const { from, to, begun } = this;
    /** @type {DrawnMark[]} */
    const marks = [...this.sheet.marks()];
    if (begun >= 0) marks.push({ shape: 'circle', cell: begun });
    if (from < 0) return marks;
    if (from === to) marks.push({ shape: 'circle', cell: from, colour: this.colour });
    else marks.push({ shape: 'arrow', from, to, colour: this.colour });
    return marks;
  }
}
