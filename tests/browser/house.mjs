// Starts the program and a browser for the tests, and watches that no page misbehaves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PROGRAM = process.env.LUDOTECA_BIN;
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A running program with its own empty store. */
export class House {
  static async open() {
    assert(PROGRAM, 'LUDOTECA_BIN names the program to test');
    const house = new House();
    house.data = await mkdtemp(path.join(tmpdir(), 'ludoteca-'));
    house.trouble = [];
    await house.start(0);
    house.browser = await chromium.launch({
      executablePath: BROWSER,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
    return house;
  }

  async start(port) {
    this.process = spawn(PROGRAM, ['serve', '--port', String(port), '--data', this.data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.base = await new Promise((resolve, reject) => {
      let said = '';
      this.process.stdout.on('data', (chunk) => {
        said += chunk;
        const address = /http:\/\/[\w.:[\]]+\d/.exec(said);
        if (address) resolve(address[0]);
      });
      this.process.once('exit', (code) =>
        reject(new Error(`the program ended with ${code} before it said its address: ${said}`)),
      );
      this.process.once('error', reject);
    });
  }

  /** Ends the program at once, as a power cut would. */
  async kill() {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await gone;
  }

  async close() {
    await this.browser?.close();
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
    assert.deepEqual(this.trouble, [], 'no page had trouble');
  }

  /** A new visitor. `quiet` lets failed requests pass, for tests that cause them. */
  async visit(hash = '#/', { phone = false, dark = false, lang = 'es-ES', quiet = false, context } = {}) {
    const visitor =
      context ??
      (await this.browser.newContext({
        viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
        hasTouch: phone,
        isMobile: phone,
        colorScheme: dark ? 'dark' : 'light',
        locale: lang,
        reducedMotion: 'reduce',
      }));
    // Lets a test say what no player says: see `tell`.
    await visitor.addInitScript(() => {
      const Source = globalThis.EventSource;
      globalThis.EventSource = class extends Source {
        constructor(address) {
          super(address);
          globalThis.stream = this;
        }
      };
    });
    const page = await visitor.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.trouble.push(`error: ${error.stack}`));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (quiet && /Failed to load resource|ERR_/.test(message.text())) return;
      this.trouble.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.base}/`) && !url.startsWith('data:'))
        this.trouble.push(`left the house: ${url}`);
    });
    await page.goto(`${this.base}/${hash}`);
    await page.waitForSelector('main > *');
    return page;
  }

  /** Asks the program itself. */
  async ask(method, where, body) {
    const answer = await fetch(this.base + where, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const words = await answer.text();
    assert(answer.ok, `${method} ${where}: ${answer.status} ${words}`);
    return words ? JSON.parse(words) : undefined;
  }

  /** Begins a game and says its id. */
  async begin(wish) {
    return (await this.ask('POST', '/api/games', { options: {}, ...wish })).id;
  }
}

/** Waits until it is a person's turn or the game is over; says whether it goes on. */
export async function turn(page) {
  await page.waitForSelector('.board svg.live, .view[data-over=true]');
  return (await page.$('.view[data-over=true]')) === null;
}

/** Waits until the page shows so many moves. */
export const at = (page, n) => page.waitForSelector(`.view[data-at="${n}"]`);

/** The name of a cell in a column that is still open; the columns differ so that games end. */
export const open = (page, step) =>
  page.$$eval(
    '[data-cell]',
    (cells, step) => {
      const top = cells.filter(
        (cell) => cell.dataset.name.endsWith('6') && /vacía|empty/.test(cell.getAttribute('aria-label')),
      );
      return top[(step * 3) % top.length].dataset.name;
    },
    step,
  );

/** Asks a player to analyse the position shown. */
export const analyst = async (page, player) => {
  if (!(await page.$('.view.analysing'))) await page.keyboard.press('a');
  await page.fill('.asker input', player);
  await page.click('.asker .btn');
};

/** Lets the page hear of a thought with these layers about the position after `at` plies. */
export const tell = (page, at, layers) =>
  page.evaluate(
    ([at, layers]) => {
      const thought = { move: null, value: 0.2, lines: [], candidates: [], nodes: 1, seconds: 1, layers };
      const event = { purpose: 'analysis', at, player: 'made-up', done: true, stopped: false, thought };
      globalThis.stream.dispatchEvent(new MessageEvent('thought', { data: JSON.stringify(event) }));
    },
    [at, layers],
  );

/** The rules that look at colours: all else is the same in either theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What keeps somebody from using the page, in either theme. */
export async function flaws(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found = [];
  for (const [theme, rules] of [
    ['light', null],
    ['dark', COLOURS],
  ]) {
    const violations = await page.evaluate(
      async ([theme, rules]) => {
        document.documentElement.dataset.theme = theme;
        const only = rules && { runOnly: { type: 'rule', values: rules } };
        return (await globalThis.axe.run(document, { resultTypes: ['violations'], ...only })).violations;
      },
      [theme, rules],
    );
    found.push(
      ...violations.map(({ id, nodes }) => `${theme}, ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    );
  }
  return found;
}
