// What may be refused, done for a page that says so where it can be read.

import { Refusal } from './api.js';
import { say } from './words.js';

/** @import {App} from '../app.js' */

/**
 * Does something for a page, and has it say what went wrong.
 * @param {{app: App, open: boolean, trouble: string, redraw: () => void}} page
 * @param {() => Promise<void>} what
 */
export async function attempt(page, what) {
  try {
    await what();
    page.trouble = '';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    page.trouble = say(error.text);
    page.app.announce(page.trouble);
  }
  if (page.open) page.redraw();
}
