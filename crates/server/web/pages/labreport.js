// What results of the lab say: sentences, plots as the server draws them, and tables.

import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { t } from '../parts/words.js';

/** @import {LabReport, LabTable} from '../types.js' */
/** @import {Node} from '../parts/dom.js' */

/** @param {LabReport} report @param {boolean} partial whether some of its rows are still to come */
export const reportView = (report, partial) =>
  h(
    'section',
    { class: 'found', key: 'found', 'aria-label': report.title },
    h('h2', null, report.title),
    h('p', { class: 'answer' }, report.lead),
    partial && h('div', { class: 'note' }, icon('info'), h('span', null, t('page-lab-partial'))),
    report.machines.length > 0 &&
      h(
        'ul',
        { class: 'machines small soft' },
        report.machines.map((words) => h('li', null, words)),
      ),
    h(
      'div',
      { class: 'plots' },
      report.plots.map(({ name, title, drawing }) =>
        h('figure', { class: 'box plot', key: name }, h('figcaption', null, title), drawn(drawing)),
      ),
    ),
    report.tables.map(table),
    report.notes.map((note) => h('p', { class: 'small soft' }, note)),
  );

/** @param {LabTable} sent */
export const table = ({ title, heads, rows, words }) => {
  const side = (/** @type {number} */ column) => (words.includes(column) ? null : 'r');
  return h(
    'section',
    { class: 'box', key: `table-${title}` },
    h('h2', { class: 't' }, title),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title },
      h(
        'table',
        { class: 'tb' },
        h('thead', null, h('tr', null, heads.map((head, i) => h('th', { scope: 'col', class: side(i) }, head)))),
        h(
          'tbody',
          null,
          rows.map((row) => h('tr', null, row.map((cell, i) => h('td', { class: side(i) }, cell)))),
        ),
      ),
    ),
  );
};

/** A piece of HTML as a description, so that it is drawn like everything else. @param {string} html */
export const drawn = (html) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].flatMap(described);
};

/** @param {ChildNode} node @returns {(Node | string)[]} */
function described(node) {
  if (node instanceof Text) return node.data.trim() ? [node.data] : [];
  if (!(node instanceof Element)) return [];
  const props = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
  return [h(node.localName, props, [...node.childNodes].flatMap(described))];
}
