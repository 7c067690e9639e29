// The position in the address: `#/game/ID/NODE`, or without a node where the game as it was played
// stops. A jump to another position is a place to come back to; a step is not.

/** @import {View} from '../parts/wire.js' */
/** @import {Table} from './table.js' */

export class Address {
  /** @param {Table} table @param {string} more the end of the address that was opened */
  constructor(table, more) {
    this.table = table;
    /** The node that an address has asked for, until it is shown. @type {number | null} */
    this.wanted = more === '' ? null : node(more);
    /** Whether the next position is jumped to. */
    this.jumps = false;
  }

  /** Another address of the same game: whoever went back or forward sees that position. @param {string} more */
  go(more) {
    const { view } = this.table;
    if (!view) this.wanted = more === '' ? null : node(more);
    else void this.look(more === '' ? view.end : node(more));
  }

  /** @param {number} to */
  async look(to) {
    const { view } = this.table;
    if (!view || view.node === to) return;
    await this.table.act('goto', { at: view.at, node: to });
    this.table.redraw();
  }

  /** Jumps to a position. @param {number} to */
  jump(to) {
    this.jumps = true;
    void this.look(to);
  }

  /** Lets the address say what is shown. @param {View} view */
  follow(view) {
    const { wanted } = this;
    this.wanted = null;
    if (wanted !== null && wanted !== view.node) {
      void this.look(wanted);
      return;
    }
    const hash = `#/game/${this.table.id}${view.node === view.end ? '' : `/${view.node}`}`;
    if (hash === location.hash) return;
    if (this.jumps) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
    this.jumps = false;
  }
}

/** The number of a node; what is none is one that no game has. @param {string} words */
const node = (words) => (/^\d{1,9}$/.test(words) ? Number(words) : 1e9);
