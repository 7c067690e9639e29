// What must hold on every page: languages, themes, access for everyone, broken lines.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, flaws, House, turn } from './house.mjs';

/** @type {House} */
let house;
let played;
before(async () => {
  house = await House.open();
  played = await house.begin({ game: 'connect4', first: 'human', second: 'human', position: '4455' });
});
after(() => house.close());

/** Every place of the page, made ready to be looked at. */
const places = {
  home: { hash: () => '#/', ready: (page) => page.waitForSelector('.list li') },
  dialog: {
    hash: () => '#/new/tictactoe',
    ready: async (page) => {
      await page.click('summary');
      await page.waitForSelector('details[open]');
    },
  },
  rules: {
    hash: () => '#/rules/@new',
    ready: async (page) => {
      await page.waitForSelector('.editor textarea');
      await page.fill('.editor textarea', '# H 1\n#O H ten\n#O HVD 3\n');
      await page.waitForSelector('.errors li');
      await page.waitForSelector('.judging .tag');
      await page.click('.language summary');
    },
  },
  setup: {
    hash: () => '#/setup/connect4/443',
    ready: async (page) => {
      await page.waitForSelector('.setup[data-good=true]');
      await page.click('[data-name=a6]');
      await page.waitForSelector('.status .note.warn');
    },
  },
  game: { hash: () => `#/game/${played}`, ready: turn },
  analysis: {
    hash: () => `#/game/${played}`,
    ready: async (page) => {
      await turn(page);
      await page.keyboard.press('a');
      await page.click('.asker .btn');
      await page.waitForSelector('.summary .big');
      if (await page.$('.summary .tool')) await page.click('.summary .tool').catch(() => undefined);
      await page.waitForSelector('.summary .dots', { state: 'detached' });
      await page.click('.layers .seg button:last-child');
    },
  },
};

for (const phone of [false, true]) {
  for (const [name, place] of Object.entries(places)) {
    test(`axe finds nothing on ${name}, ${phone ? 'phone' : 'desktop'}, in both themes`, async () => {
      const page = await house.visit(place.hash(), { phone });
      await place.ready(page);
      assert.deepEqual(await flaws(page), []);
      // The first page grows with the games; where there is a board, everything is in sight.
      if (!phone && name !== 'home')
        assert(
          await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
          'the page itself does not scroll',
        );
      await page.context().close();
    });
  }
}

test('both languages say everything, and switch at once without losing the place', async () => {
  for (const place of Object.values(places)) {
    const page = await house.visit(place.hash());
    await place.ready(page);
    for (const lang of ['en', 'es']) {
      await page.click('#language');
      await page.waitForSelector(`html[lang=${lang}]`);
      const bare = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const words = [document.title];
        while (walker.nextNode()) words.push(walker.currentNode.data.trim());
        for (const element of document.querySelectorAll('[aria-label],[title]'))
          words.push(element.getAttribute('aria-label') ?? '', element.getAttribute('title') ?? '');
        return words.filter((word) => /^[a-z]+\d*(-[a-z\d]+)+$/.test(word) || /\{\s*\$/.test(word));
      });
      assert.deepEqual(bare, [], `untranslated in ${lang}`);
    }
    await page.context().close();
  }
});

test("the browser's language and theme are the first choice, and a choice is remembered", async () => {
  const page = await house.visit('#/', { lang: 'en-GB', dark: true });
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const night = await ground();
  await page.click('#theme');
  await page.waitForSelector('html[data-theme=light]');
  assert.notEqual(await ground(), night);
  await page.click('#language');
  await page.waitForSelector('html[lang=es]');
  await page.reload();
  await page.waitForSelector('html[data-theme=light][lang=es]');
  assert.match(await page.textContent('h1'), /A qué jugamos/);
  await page.context().close();
});

test('when the program is killed and started again, the page comes back to the same move', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human', position: '445' });
  const page = await house.visit(`#/game/${id}`, { quiet: true });
  await turn(page);
  await page.click('[data-name=a6]');
  await at(page, 4);
  await page.waitForSelector('.board svg.live');
  const { port } = new URL(house.base);
  await house.kill();
  await page.waitForSelector('.view[data-link=lost]');
  assert.match(await page.textContent('.note.bad'), /Se ha cortado la conexión. Tu partida está guardada/);
  assert(await page.isDisabled('.acts .btn:first-child'));
  await house.start(Number(port));
  await page.waitForSelector('.view[data-link=open]');
  await at(page, 4);
  await turn(page);
  await page.click('[data-name=b6]');
  await at(page, 5);
  assert.deepEqual((await house.ask('GET', `/api/games/${id}`)).moves, ['4', '4', '5', '1', '2']);
  await page.context().close();
});

test('a game that is not there says so', async () => {
  const page = await house.visit('#/game/nowhere', { quiet: true });
  await page.waitForSelector('h1:has-text("ya no está")');
  await page.click('a.btn.main');
  await page.waitForSelector('.home');
  await page.context().close();
});

test('on paper there is the board alone', async () => {
  const page = await house.visit(`#/game/${played}`);
  await turn(page);
  await page.emulateMedia({ media: 'print' });
  assert(await page.isVisible('.board svg'));
  for (const other of ['.bar', '.panel']) assert(!(await page.isVisible(other)), other);
  await page.context().close();
});
