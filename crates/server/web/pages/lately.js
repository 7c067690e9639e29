// A page whose script comes when somebody goes there, so that the first page has less to wait for.

import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { t } from '../parts/words.js';

/** @import {App, Page} from '../app.js' */

/** @param {App} app @param {() => Promise<Page>} make @returns {Page} */
export function lately(app, make) {
  /** @type {Page | null} */
  let page = null;
  let [closed, failed] = [false, false];
  make().then(
    (made) => {
      if (closed) return made.close();
      page = made;
      app.redraw();
    },
    () => {
      failed = true;
      app.redraw();
    },
  );
  return {
    view() {
      const bad = failed && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, t('page-offline')));
      return page?.view() ?? h('div', { class: 'page' }, bad);
    },
    title: () => page?.title() ?? t('page-opening'),
    close() {
      closed = true;
      page?.close();
    },
    key: (event) => page?.key(event) ?? false,
    get elsewhere() {
      return page?.elsewhere?.bind(page);
    },
  };
}
