// The menu of the games: as many as there is room for in a row, the rest in a list under one button.

import { h } from './dom.js';
import { icon } from './icons.js';
import { t } from './words.js';

/** @typedef {{href: string, words: string, here: boolean}} Entry */

/** How wide the list is at most, in px; it never reaches beyond the right edge. */
const LIST = 260;

export class Menu {
  /** @param {() => void} redraw */
  constructor(redraw) {
    /** Pixels for the row. */
    this.room = 0;
    /** @type {Element | null} */
    this.element = null;
    /** How wide each entry is, by its words. @type {Map<string, number>} */
    this.widths = new Map();
    this.observer = new ResizeObserver(([entry]) => {
      const { width } = entry.contentRect;
      if (Math.abs(width - this.room) < 1) return;
      this.room = width;
      // Another size of screen may have other letters.
      this.widths.clear();
      redraw();
    });
  }

  /** @param {Entry[]} entries */
  view(entries) {
    const shown = this.fitting(entries.map(({ words }) => words));
    const rest = entries.slice(shown);
    return h(
      'nav',
      {
        class: 'nav',
        'aria-label': t('page-games'),
        hook: (/** @type {Element} */ element) => {
          this.element = element;
          this.observer.observe(element);
        },
      },
      entries.slice(0, shown).map((entry) => link(entry)),
      rest.length > 0 && this.button(more(shown), rest.some(({ here }) => here)),
      rest.length > 0 && this.list(rest),
    );
  }

  /** How many of the entries there is room for, beside the button for the rest. @param {string[]} all */
  fitting(all) {
    const width = (/** @type {string} */ words) => this.width(words);
    const total = (/** @type {string[]} */ some) => some.reduce((sum, words) => sum + width(words), 0);
    if (total(all) <= this.room) return all.length;
    const icon = 28;
    let shown = all.length;
    while (shown > 0 && total(all.slice(0, shown)) + width(more(shown)) + icon > this.room) shown--;
    // One entry alone says less than a list of all.
    return shown > 1 ? shown : 0;
  }

  /** How wide an entry is where it is the chosen one; only the browser knows, so it is asked once. @param {string} words */
  width(words) {
    const known = this.widths.get(words);
    if (known !== undefined || !this.element) return known ?? 0;
    const probe = document.createElement('a');
    probe.className = 'probe';
    probe.ariaCurrent = 'page';
    probe.textContent = words;
    this.element.append(probe);
    const width = Math.ceil(probe.getBoundingClientRect().width) + 2;
    probe.remove();
    this.widths.set(words, width);
    return width;
  }

  /** @param {string} words @param {boolean} here */
  button(words, here) {
    return h(
      'button',
      { type: 'button', class: 'others', key: 'others', popovertarget: 'menu', 'data-here': here ? '' : null },
      words,
      icon('unfold'),
    );
  }

  /** @param {Entry[]} entries */
  list(entries) {
    const close = (/** @type {Event} */ event) =>
      /** @type {HTMLElement} */ (/** @type {Element} */ (event.currentTarget).parentElement).hidePopover();
    return h(
      'div',
      {
        id: 'menu',
        key: 'menu',
        class: 'menu',
        popover: 'auto',
        // It opens under its button.
        onbeforetoggle: (/** @type {Event} */ event) => {
          const left = this.element?.querySelector('.others')?.getBoundingClientRect().left ?? 0;
          const list = /** @type {HTMLElement} */ (event.currentTarget);
          list.style.left = `${Math.max(8, Math.min(left, innerWidth - LIST - 8))}px`;
        },
      },
      entries.map((entry) => link(entry, close)),
    );
  }
}

/** What the button for the rest says. @param {number} shown how many are in the row */
const more = (shown) => t(shown ? 'page-more-games' : 'page-games');

/** @param {Entry} entry @param {(event: Event) => void} [onclick] */
const link = ({ href, words, here }, onclick) =>
  h('a', { href, 'aria-current': here ? 'page' : null, onclick }, words);
