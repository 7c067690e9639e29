// Study: algorithms watched in slow motion. One page plays them all, so that what is asked of it here is
// asked for each.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Tongue } from '../../crates/server/web/parts/fluent.js';
import { LONG } from '../../crates/server/web/study/sentence.js';
import { analyst, flaws, House } from './house.mjs';

/** @type {House} */
let house;
/** @type {{id: string, subject: {game: string, player: string}}[]} */
let studies;
before(async () => {
  house = await House.open();
  ({ studies } = await house.ask('GET', '/api/studies'));
});
after(() => house.close());

/** A new visitor, whose pages can be asked where everything is. */
async function visit(hash, as = {}) {
  const page = await house.visit(hash, as);
  await asked(page);
  await page.reload();
  await page.waitForSelector('main > *');
  return page;
}

/** Waits until a moment is shown, counted from 1. */
const at = (page, n) => page.waitForSelector(`.slow[data-moment="${n}"]`);
const stands = (page) => page.waitForSelector('.slow');
const last = async (page) => Number(await page.getAttribute('.slow', 'data-of'));

/** Where everything is, to the pixel: nothing of it may move. */
const boxes = (page) => page.evaluate(() => globalThis.boxes());

/** What a page of slow motion is asked at each moment, put into it so that one question is one round. */
const asked = (page) =>
  page.addInitScript(() => {
    globalThis.boxes = () =>
      ['.nowsays', '.board', '.board > svg', '.tline', '.tickrow', '.evs', '.panel', '.treebox', '.facts', '.tellhead']
        .map((name) => [name, document.querySelector(name)?.getBoundingClientRect()])
        .filter(([, box]) => box)
        .map(([name, { x, y, width, height }]) => [name, x, y, width, height].join(' '));
    // The nodes of the tree in which a move and its value stand on each other, and tables wider than their box.
    globalThis.collisions = () => [
      ...[...document.querySelectorAll('.growing .nd')]
        .filter((node) => {
          const [move, value] = ['.m', '.v'].map((name) => node.querySelector(name)?.getBoundingClientRect());
          return move && value?.width && move.right > value.left + 1;
        })
        .map((node) => node.textContent),
      ...[...document.querySelectorAll('.fact.scroll')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1)
        .map((box) => box.textContent),
    ];
    const shown = async (n) => {
      while (document.querySelector('.slow')?.dataset.moment !== String(n)) await new Promise(requestAnimationFrame);
    };
    // Goes to each of these moments, and says what is seen there.
    globalThis.stepThrough = async (moments) => {
      const seen = [];
      for (const n of moments) {
        const slider = document.querySelector('.tline input');
        slider.value = String(n - 1);
        slider.dispatchEvent(new Event('input'));
        await shown(n);
        const listed = Number(document.querySelector('.evs [aria-current] i').textContent.replace(/\D/g, ''));
        const told = document.querySelector('.nowsays').textContent;
        seen.push({ n, listed, told, boxes: globalThis.boxes(), collisions: globalThis.collisions() });
      }
      return seen;
    };
  });

test('every study is stepped through, and nothing moves from its place', async () => {
  const page = await visit('#/study');
  await page.waitForSelector('.studies .game');
  assert.equal(await page.locator('.studies .game').count(), studies.length);
  for (const { id } of studies) {
    await page.goto(`${house.base}/#/study/${id}`);
    await stands(page);
    await at(page, 1);
    const before = await boxes(page);
    const end = await last(page);
    assert(end > 2, `${id} has moments`);
    // All moments of a short story; of a long one some everywhere.
    const stride = Math.max(1, Math.floor(end / 24));
    const moments = Array.from({ length: Math.ceil(end / stride) }, (_, i) => 1 + i * stride);
    const seen = await page.evaluate((moments) => globalThis.stepThrough(moments), moments);
    for (const { n, listed, boxes, collisions } of seen) {
      assert.deepEqual(boxes, before, `${id} at ${n}`);
      assert.deepEqual(collisions, [], `${id} at ${n}`);
      assert.equal(listed, n, id);
    }
    assert(new Set(seen.map(({ told }) => told)).size > 2, `${id} says something else at each moment`);
    assert(
      await page.evaluate(() => [...document.querySelectorAll('.slow')].every((one) => !/\{ ?\$|-about\b/.test(one.textContent))),
      `${id} has all its words`,
    );
    const told = await page.textContent('.nowsays');
    assert(told.trim().length > 10, id);
    // What nobody reads is not written: a third decimal, or a button by its name in files.
    const small = await page.$$eval('.fact.sum td', (all) => all.map((one) => one.textContent).filter((words) => /[1-9]\d*,\d{3}|\bend\b/.test(words)));
    if (!id.startsWith('mcts')) assert.deepEqual(small, [], id);
    assert.equal(await page.$$eval('.growing .m', (all) => all.filter((one) => one.textContent.trim() === 'end').length), 0, id);
    if (id !== 'ants') continue;
    // The board and the table say the same of a trail.
    await page.locator('.evs button:has-text("los rastros se borran y crecen")').last().click();
    await page.click('.facts .seg button:has-text("Cuentas")');
    const rows = await page.$$eval('.fact.sum tbody tr', (all) => all.map((row) => [...row.children].map((one) => one.textContent)));
    const onBoard = new Set(await page.$$eval('.board .figure', (all) => all.map((one) => Number(one.textContent.replace(',', '.')))));
    for (const [move, , , , , , now] of rows) assert(onBoard.has(Number(now.replace(',', '.'))), `${move} ${now}`);
  }
  await page.context().close();
});

test('the keys go through time, and the address finds the moment again', async () => {
  const page = await house.visit(`#/study/${studies[0].id}/5`);
  await at(page, 5);
  await page.keyboard.press('ArrowRight');
  await at(page, 6);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await at(page, 4);
  await page.keyboard.press('End');
  const end = await last(page);
  await at(page, end);
  await page.keyboard.press('ArrowRight');
  await at(page, end);
  await page.keyboard.press('Home');
  await at(page, 1);
  // Where nothing is to move by itself, the space bar is a step.
  await page.keyboard.press(' ');
  await at(page, 2);
  assert.equal(await page.locator('.tline .go').count(), 0);
  await page.waitForFunction((id) => location.hash === `#/study/${id}/2`, studies[0].id);
  await page.reload();
  await at(page, 2);
  await page.click('.evs [data-at="3"]');
  await at(page, 4);
  await page.context().close();
});

test('moments go by when they are played, faster if wished, and stop at the end', async () => {
  const moving = await house.browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await house.visit(`#/study/${studies[0].id}`, { context: moving });
  await stands(page);
  const end = await last(page);
  await page.click('.tline .seg button:last-child');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await at(page, end - 2);
  await page.click('.tline .go');
  await at(page, end);
  await page.waitForSelector('.tline .go[aria-label=Play]');
  await page.click('.tline .go');
  await page.waitForSelector('.tline .go[aria-label=Pause]');
  await page.waitForFunction(() => Number(document.querySelector('.slow').dataset.moment) < 9);
  await page.click('.tline .go');
  await page.waitForSelector('.tline .go[aria-label=Play]');
  await page.context().close();
});

test('on a phone the tree and the events are tabs, and nothing moves there either', async () => {
  const page = await visit(`#/study/${studies[0].id}/3`, { phone: true, dark: true });
  await at(page, 3);
  const tabs = () => page.$$eval('.tablist [role=tab]', (all) => all.map((one) => one.getAttribute('aria-selected')));
  assert((await tabs()).length >= 2);
  const before = await boxes(page);
  await page.click('.tline [aria-label="Un momento adelante"]');
  await at(page, 4);
  assert.deepEqual(await boxes(page), before);
  await page.click('.tablist [role=tab]:last-child');
  await page.waitForSelector('.evs [aria-current]');
  assert.equal((await tabs()).at(-1), 'true');
  const [, ...board] = before.slice(0, 4);
  assert.deepEqual((await boxes(page)).slice(1, 4), board, 'the board stays');
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.context().close();
});

test('what is this leads to the chapter of the book that explains it, from a study and from a layer', async () => {
  const page = await house.visit('#/study/proof/3', { lang: 'en-GB' });
  await at(page, 3);
  await page.click('.tellhead .what');
  const cut = await page.$$eval('#about p', (all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
  assert.equal(cut, 0, 'all of the answer is there');
  await page.click('#about .btn');
  await page.waitForSelector('article h1:has-text("Proof numbers")');
  await page.goBack();
  await at(page, 3);
  const id = await house.begin({ game: 'hex', options: { size: 4 }, first: 'human', second: 'human', position: 'b2 c2' });
  await page.goto(`${house.base}/#/game/${id}`);
  await page.waitForSelector('.board svg.live');
  await analyst(page, 'hexodus:level=casual');
  await page.click('.layers button:has-text("Virtual connections")');
  await page.click('.caption .what');
  await page.waitForSelector('article h1:has-text("Virtual connections")');
  await page.context().close();
});

test('a game leads into slow motion, and its address tells the same again without the game', async () => {
  const { game, player } = studies[0].subject;
  const name = player.split(':')[0];
  const id = await house.begin({ game, first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await page.waitForSelector('.board svg.live');
  await page.keyboard.press('a');
  await page.selectOption('.asker select', name);
  await page.click('.slowly');
  await stands(page);
  await page.waitForFunction(() => location.hash.startsWith('#/study/of/1?'));
  const told = await page.textContent('.nowsays');
  await page.keyboard.press('ArrowRight');
  await at(page, 2);
  await page.waitForFunction(() => location.hash.startsWith('#/study/of/2?'));
  await house.ask('DELETE', `/api/games/${id}`);
  await page.reload();
  await at(page, 2);
  await page.keyboard.press('Home');
  await at(page, 1);
  assert.equal(await page.textContent('.nowsays'), told);
  await page.context().close();
});

test('what cannot be told is said, with the way back to the studies', async () => {
  const page = await house.visit('#/study/of/1?game=tictactoe&player=random', { quiet: true });
  await page.waitForSelector('.note.bad:has-text("random")');
  await page.goto(`${house.base}/#/study/nothing`);
  await page.waitForSelector('.note.bad:has-text("nothing")');
  await page.click('.empty .btn');
  await page.waitForSelector('.studies .game');
  await page.context().close();
});

test('what is this is answered, and everyone can use the studies', async () => {
  for (const phone of [false, true]) {
    const page = await house.visit('#/study', { phone });
    await page.waitForSelector('.studies .game');
    assert.deepEqual(await flaws(page), [], `the list, ${phone}`);
    for (const { id } of phone ? studies.slice(0, 2) : studies) {
      await page.goto(`${house.base}/#/study/${id}/4`);
      await at(page, 4);
      assert.deepEqual(await flaws(page), [], `${id}, ${phone}`);
      await page.click('.what');
      await page.waitForSelector('.about:popover-open p');
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  }
});

/** How many lines each sentence takes in the box of the study shown. */
const lines = (page, sentences) =>
  page.evaluate(
    ([sentences, long]) => {
      const box = document.querySelector('.nowsays');
      const words = box.querySelector('p');
      // Nothing is cut off meanwhile.
      words.style.cssText = 'display:block';
      return sentences.map((sentence) => {
        box.classList.toggle('long', sentence.length > long);
        words.textContent = sentence;
        const { height } = words.getBoundingClientRect();
        return [Math.round(height / Number.parseFloat(getComputedStyle(words).lineHeight)), sentence];
      });
    },
    [sentences, LONG],
  );

test('whatever happens is told in two lines, and on a phone at least nothing is cut off', async () => {
  const told = await Promise.all(studies.map(({ subject }) => house.ask('POST', '/api/story', subject)));
  for (const lang of ['es', 'en']) {
    const tongue = new Tongue(lang, readFileSync(new URL(`../../crates/words/locales/${lang}.ftl`, import.meta.url), 'utf8'));
    const say = (text) => tongue.say(text, say);
    // Where there is no tree the board has more room, and so has what is said above it.
    for (const flat of [false, true]) {
      const alike = studies.filter((_, i) => flat === !told[i].story.nodes.length);
      const stories = told.filter(({ story }) => flat === !story.nodes.length);
      const all = [...new Set(stories.flatMap(({ story }) => story.moments.map(({ sentence }) => say(sentence))))];
      assert(alike.length && all.length > 9);
      for (const phone of [false, true]) {
        const page = await house.visit(`#/study/${alike[0].id}`, { phone, lang });
        await stands(page);
        const tall = (await lines(page, all)).filter(([lines]) => lines > (phone ? 3 : 2));
        assert.deepEqual(tall, []);
        await page.context().close();
      }
    }
  }
});
