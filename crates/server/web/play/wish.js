// What somebody wishes to play: against whom, how strong, by which rules. It is remembered.

import { isFile, isNet } from '../parts/files.js';
import { levelValues, playerText, usual, usualValues, wrong } from '../parts/form.js';
import { keep, kept } from '../parts/store.js';

/** @import {Shelf} from '../parts/files.js' */
/** @import {GameKind, Key, PlayerKind} from '../types.js' */

/**
 * @typedef {object} Choice
 * @property {'machine' | 'people' | 'watch'} mode
 * @property {'first' | 'second' | 'lots'} side which side the person plays
 * @property {[string, string]} players the machine (first), and the second one where two play
 * @property {Record<string, string>} options
 * @property {Record<string, Record<string, string>>} keys by machine
 * @property {Record<string, string>} files by seat, player and key
 * @property {{minutes: number, extra: number}} clock no minutes are no clock
 */

/** What else a file's key wants to be set. @param {Key} key @returns {Record<string, string>} */
export const needs = (key) => (key.needs ? levelValues({ name: '', keys: key.needs }) : {});

export class Wish {
  /** @param {GameKind} kind */
  constructor(kind) {
    this.kind = kind;
    /** The nets that learnt the game here. @type {string[]} */
    this.nets = [];
    /** @type {Choice} */
    this.choice = {
      mode: 'machine',
      side: 'first',
      players: [kind.adviser, this.machines[0]?.name ?? ''],
      options: {},
      keys: {},
      files: {},
      clock: { minutes: 0, extra: 0 },
      ...kept(`wish-${kind.name}`, {}),
    };
    // What was remembered may be of another version.
    const known = (/** @type {string} */ name) =>
      [...this.machines, ...kind.trained].some((machine) => machine.name === name);
    this.choice.players = /** @type {[string, string]} */ (
      this.choice.players.map((name) => (known(name) ? name : kind.adviser))
    );
  }

  /** @param {Partial<Choice>} part */
  change(part) {
    Object.assign(this.choice, part);
    keep(`wish-${this.kind.name}`, this.choice);
  }

  /** The machines there are to play against; some only with a net of one's own. */
  get machines() {
    const machines = this.kind.players.filter(({ human }) => !human);
    return this.nets.length ? [...machines, ...this.kind.trained] : machines;
  }

  /** The machines that will play: none, one or two. */
  get playing() {
    return { people: [], machine: [0], watch: [0, 1] }[this.choice.mode];
  }

  /** @param {number} which the first machine or the second @returns {PlayerKind} */
  machine(which) {
    return /** @type {PlayerKind} */ (
      this.machines.find(({ name }) => name === this.choice.players[which]) ?? this.machines[0]
    );
  }

  /** The seat a machine takes. @param {number} which */
  seat(which) {
    if (this.choice.mode === 'watch') return which;
    return this.choice.side === 'second' ? 0 : 1;
  }

  /** Two machines of one kind are set one by one. @param {number} which */
  slot(which) {
    return which ? `${this.machine(which).name}/2` : this.machine(which).name;
  }

  /** A file is remembered for each seat and each kind of player. @param {number} which @param {Key} key */
  place(which, key) {
    return `${this.seat(which)}:${this.machine(which).name}:${key.name}`;
  }

  /** What a machine is set to. @param {number} which @returns {Record<string, string>} */
  values(which) {
    const machine = this.machine(which);
    const values = { ...(this.choice.keys[this.slot(which)] ?? usualValues(machine)) };
    for (const key of machine.keys.filter(isFile)) {
      const file = this.choice.files[this.place(which, key)];
      if (file && file !== usual(key)) Object.assign(values, needs(key), { [key.name]: file });
    }
    // Who sees by nets alone takes one, and nobody a net that is gone.
    for (const key of machine.keys.filter(isNet)) {
      if (values[key.name] && !this.nets.includes(values[key.name])) values[key.name] = '';
      if (!values[key.name] && this.kind.trained.includes(machine)) values[key.name] = this.nets[0] ?? '';
    }
    return values;
  }

  /** @param {number} which @param {Record<string, string>} values */
  set(which, values) {
    const files = { ...this.choice.files };
    const rest = { ...values };
    for (const key of this.machine(which).keys.filter(isFile)) {
      // Files have their own place, and whoever sets something else than one needs does without it.
      delete rest[key.name];
      if (Object.entries(needs(key)).some(([name, value]) => (values[name] ?? value) !== value))
        delete files[this.place(which, key)];
    }
    this.change({ files, keys: { ...this.choice.keys, [this.slot(which)]: rest } });
  }

  /** Back to the usual. @param {number} which */
  reset(which) {
    const { [this.slot(which)]: _, ...keys } = this.choice.keys;
    this.change({ keys });
  }

  /** @param {number} which @param {Key} key @param {string} file */
  follow(which, key, file) {
    this.change({ files: { ...this.choice.files, [this.place(which, key)]: file } });
  }

  /** The player text of a machine. @param {number} which */
  typed(which) {
    return playerText(this.machine(which), this.values(which));
  }

  /** Whether something has to be put right first. @param {Shelf} shelf */
  refused(shelf) {
    const { options } = this.choice;
    const bad = (/** @type {Key} */ key, /** @type {Record<string, string>} */ values) => {
      const value = values[key.name] ?? usual(key);
      return isFile(key) ? shelf.wrong(value) : wrong(key, value);
    };
    return (
      this.kind.options.some((key) => bad(key, options)) ||
      this.playing.some((which) => this.machine(which).keys.some((key) => bad(key, this.values(which))))
    );
  }

  /** What the server is asked for. @param {string} [position] */
  asked(position) {
    const { mode, side, options, clock } = this.choice;
    const first = side === 'first' || (side === 'lots' && Math.random() < 0.5);
    const pair =
      mode === 'people'
        ? ['human', 'human']
        : mode === 'watch'
          ? [this.typed(0), this.typed(1)]
          : first
            ? ['human', this.typed(0)]
            : [this.typed(0), 'human'];
    const given = this.kind.options
      .map((key) => [key.name, options[key.name] ?? usual(key)])
      .filter(([, value]) => value !== '');
    return {
      game: this.kind.name,
      options: Object.fromEntries(given),
      first: pair[0],
      second: pair[1],
      position: position || undefined,
      clock: clock.minutes > 0 ? clock : undefined,
    };
  }
}
