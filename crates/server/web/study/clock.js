// Which moment is shown, and how moments go by: played, step by step, or by jumps.

/** How long a moment is shown at the usual speed, in ms. */
const STEP = 1100;

/** How many moments go by in the time of one. */
export const SPEEDS = [0.5, 1, 2, 4];

export class Clock {
  /** @param {number} length how many moments there are @param {number} at @param {() => void} changed */
  constructor(length, at, changed) {
    this.length = length;
    this.at = Math.max(0, Math.min(length - 1, at));
    this.changed = changed;
    this.speed = 1;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  get plays() {
    return this.timer !== undefined;
  }

  halt() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Shows another moment, and stays there. @param {number} at */
  go(at) {
    this.halt();
    this.show(at);
  }

  /** @param {number} by */
  step(by) {
    this.go(this.at + by);
  }

  /** @param {number} at */
  show(at) {
    this.at = Math.max(0, Math.min(this.length - 1, at));
    this.changed();
  }

  /** Lets moments go by from here, or from the beginning where this is the end; or holds them. */
  toggle() {
    if (this.plays) this.halt();
    // Where things are not to move by themselves, this is a step.
    else if (still()) return this.step(1);
    else {
      if (this.at >= this.length - 1) this.at = 0;
      this.run();
    }
    return this.changed();
  }

  run() {
    this.halt();
    this.timer = setInterval(() => {
      if (this.at + 1 >= this.length - 1) this.halt();
      this.show(this.at + 1);
    }, STEP / this.speed);
  }

  /** @param {number} speed */
  pace(speed) {
    this.speed = speed;
    if (this.plays) this.run();
    this.changed();
  }

  /** A key that moves in time; whether it was one. @param {string} key @param {number[]} chapters where parts of the story begin */
  key(key, chapters) {
    switch (key) {
      case ' ':
      case 'k':
        this.toggle();
        return true;
      case 'ArrowRight':
        this.step(1);
        return true;
      case 'ArrowLeft':
        this.step(-1);
        return true;
      case 'Home':
        this.go(0);
        return true;
      case 'End':
        this.go(this.length - 1);
        return true;
      case 'PageDown':
        this.go(chapters.find((at) => at > this.at) ?? this.length - 1);
        return true;
      case 'PageUp':
        this.go(chapters.findLast((at) => at < this.at) ?? 0);
        return true;
      default:
        return false;
    }
  }
}

/** Whether things are not to move by themselves. */
export const still = () => matchMedia('(prefers-reduced-motion:reduce)').matches;
