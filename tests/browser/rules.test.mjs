// Files of rules: written with every error marked, judged on a board, kept, and played against.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { analyst, at, House, turn } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/** Always plays on top of the opponent. */
const ON_TOP = '#X V 100\n';

const write = async (page, text) => {
  await page.waitForSelector('.editor textarea');
  await page.fill('.editor textarea', text);
};
const verdict = (page, wrong) => page.waitForSelector(`.note[data-wrong="${wrong}"]`);
const scores = (page) => page.$$eval('.judging .tag text', (tags) => tags.map((tag) => tag.textContent));

test('every error of a broken file is marked in its place, told in words, and leads there', async () => {
  const page = await house.visit('#/rules/@new');
  await write(page, '# H 1\n#O H ten\n\n##O V 3\n#OO HVD\n#X 99999999999999\n');
  await verdict(page, 4);
  const told = await page.$$eval('.errors button', (all) => all.map((one) => one.textContent));
  assert.match(told[0], /Línea 2, columna 6.*«t».*un valor/);
  assert.match(told[1], /Línea 4, columna 2.*«#».*exactamente uno/);
  assert.match(told[2], /Línea 5, columna 8.*«fin de línea»/);
  assert.match(told[3], /Línea 6, columna 4.*«99999999999999»/);
  assert.deepEqual(
    await page.$$eval('.gutter .bad', (all) => all.map((one) => one.textContent)),
    ['! 2', '! 4', '! 5', '! 6'],
  );
  const marks = await page.$$eval('.sheet mark', (all) => all.map((one) => one.textContent));
  assert.deepEqual(marks, ['t', '#', '\u00a0', '99999999999999']);
  await page.click('.errors li:nth-child(2) button');
  assert.deepEqual(
    await page.$eval('textarea', (area) => [area.value.slice(0, area.selectionStart).split('\n').length, area.value[area.selectionStart]]),
    [4, '#'],
  );
  assert(await page.evaluate(() => document.activeElement.matches('textarea')));
  await page.context().close();
});

test('the scores are those of the seed, and follow what is typed', async () => {
  const page = await house.visit('#/rules/@rules');
  await page.fill('#rules-position', '4');
  await page.keyboard.press('Enter');
  // Golden case of seed 004, unblurred.
  const golden = ['−41', '−35', '−32', '9', '−32', '−35', '−41'];
  await page.waitForFunction(
    () => document.querySelector('.judging .tag.best text')?.textContent === '9',
  );
  assert.deepEqual((await scores(page)).sort(), golden.sort());
  // The same blurred, as the seed prints it.
  await page.click('.levels button:text-is("2")');
  await page.waitForFunction(
    () => document.querySelector('.judging .tag.best text')?.textContent === '0',
  );
  assert.deepEqual((await scores(page)).sort(), ['−50', '−40', '−40', '0', '−40', '−40', '−50'].sort());
  await page.click('.levels button:text-is("3")');
  await write(page, '# H 7\n');
  await page.waitForFunction(
    () => document.querySelector('.judging .tag.best text')?.textContent === '7',
  );
  assert.deepEqual(await scores(page), Array(7).fill('7'));
  await page.context().close();
});

test('a chosen column shows its rules, and a chosen rule only its own places', async () => {
  const page = await house.visit('#/rules/@rules');
  await page.fill('#rules-position', '4442233655');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.judging .tag').length === 7);
  await write(page, '#OE HVD 10\n# H 1\n');
  await verdict(page, 0);
  await page.click('.judging .plies button:text-is("3")');
  await page.waitForSelector('.fired .line:has-text("#OE HVD 10")');
  // Worked example of seed 004: it fires twice in column 3.
  const row = await page.$eval('.fired tr:has-text("#OE HVD 10")', (row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  assert.deepEqual(row, ['1', '#OE HVD 10', '2', '10', '20']);
  const places = () => page.$$eval('.judging .span', (all) => all.length);
  assert.equal(await places(), 3, 'two places, and the cell itself');
  await page.click('.fired .line:has-text("#OE HVD 10")');
  await page.waitForSelector('.fired .line[aria-pressed=true]');
  assert.equal(await places(), 2);
  // A press on the board chooses a column too.
  await page.click('[data-name=g3]');
  await page.waitForSelector('.judging .plies button[aria-pressed=true]:text-is("7")');
  await page.context().close();
});

test('what each rule is for stands in the built-in file and below a chosen rule, in the language of the page', async () => {
  for (const [lang, words] of [
    ['es', 'Cerca de la pared hay menos juego'],
    ['en', 'Near the wall there is less to gain'],
  ]) {
    const page = await house.visit('#/rules/@rules', { lang });
    await page.waitForFunction((words) => document.querySelector('textarea')?.value.includes(words), words);
    await page.click('.judging .plies button:text-is("1")');
    await page.click('.fired .line:has-text("#I HVD -10")');
    await page.waitForSelector(`.fired .why:has-text("${words}")`);
    await page.context().close();
  }
});

test('a position is played on and back, and a wrong one is refused in words', async () => {
  const page = await house.visit('#/rules/@rules', { quiet: true });
  await page.waitForSelector('.judging .tag');
  await page.fill('#rules-position', '44');
  await page.keyboard.press('Enter');
  await page.click('.judging .plies button:text-is("2")');
  await page.click('.asking .btn:has-text("Jugar 2")');
  await page.waitForFunction(() => document.querySelector('#rules-position').value === '442');
  await page.waitForSelector('[data-name=b1][aria-label*="amarilla"]');
  await page.click('.asking .btn:has-text("Atrás")');
  await page.waitForSelector('[data-name=b1][aria-label*="vacía"]');
  await page.fill('#rules-position', '449');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.judging .note.bad:has-text("del 1 al 7")');
  await page.context().close();
});

test('a file is saved, renamed, downloaded, uploaded and deleted', async () => {
  const page = await house.visit('#/rules/@heuristic', { quiet: true });
  await page.waitForSelector('.editor textarea');
  await page.fill('#file-name', 'la mía, dos');
  await page.click('.saver .btn.main');
  await page.waitForFunction(() => location.hash.includes('la%20m'));
  await page.waitForSelector('#file-name');
  await write(page, '# H 2\n');
  await page.waitForSelector('.saver :text("Sin guardar")');
  await page.reload();
  await page.waitForFunction(() => document.querySelector('textarea')?.value === '# H 2\n', null, {});
  await page.fill('#file-name', 'otra');
  await page.click('.saver .btn.main');
  await page.waitForFunction(() => location.hash.endsWith('/otra'));
  const { own } = await house.ask('GET', '/api/rules/files');
  assert.deepEqual(own.map(({ name }) => name), ['otra']);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.btn:has-text("Descargar")')]);
  assert.equal(download.suggestedFilename(), 'otra.txt');
  await page.setInputFiles('.upload input', {
    name: 'theirs.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('\ufeff# V 3\r\n# H\r\n'),
  });
  await verdict(page, 1);
  assert.equal(await page.inputValue('textarea'), '# V 3\n# H\n');
  await page.click('.btn.danger');
  await page.click('.btn.danger.sure');
  await page.waitForFunction(() => location.hash.endsWith('%40rules'));
  assert.deepEqual((await house.ask('GET', '/api/rules/files')).own, []);
  await page.context().close();
});

test('a game is played against rules of one\u2019s own, and goes on after the program was killed', async () => {
  const page = await house.visit('#/rules/@new', { quiet: true });
  await write(page, ON_TOP);
  await page.fill('#file-name', 'encima');
  await page.click('.saver .btn.main');
  await page.waitForFunction(() => location.hash.endsWith('/encima'));
  await page.click('.tools-row .btn:has-text("Jugar"):not([disabled])');
  await page.waitForSelector('.field.file select');
  await page.waitForFunction(() => document.querySelector('.field.file select').value === 'encima');
  await page.click('.dlg footer .btn.main');
  await turn(page);
  await page.click('[data-name=a6]');
  await at(page, 2);
  const id = page.url().split('/').at(-1);
  const moves = async () => (await house.ask('GET', `/api/games/${id}`)).moves;
  assert.deepEqual(await moves(), ['1', '1']);
  const { port } = new URL(house.base);
  await house.ask('DELETE', '/api/rules/files/encima');
  await house.kill();
  await page.waitForSelector('.view[data-link=lost]');
  await house.start(Number(port));
  await page.waitForSelector('.view[data-link=open]');
  await turn(page);
  await page.click('[data-name=g6]');
  await at(page, 4);
  assert.deepEqual(await moves(), ['1', '1', '7', '7']);
  await page.context().close();
});

test('a file is remembered for each seat and each kind of player, and fields appear only where they mean something', async () => {
  await house.ask('PUT', '/api/rules/files/suya', { text: ON_TOP });
  const page = await house.visit('#/new/connect4');
  await page.click('.dlg header .seg button:nth-child(3)');
  const side = (n) => page.click(`.dlg .set .seg[aria-label] button:nth-child(${n})`);
  const file = () => page.$eval('.field.file select', (select) => select.value);
  await page.click('.opt:has-text("random")');
  assert.equal(await page.$('.field.file'), null);
  assert.equal(await page.$('.level'), null);
  await page.click('.opt:has-text("rules")');
  await page.waitForSelector('.field.file option:has-text("suya")', { state: 'attached' });
  assert.equal(await file(), '@rules');
  await page.selectOption('.field.file select', 'suya');
  await side(2);
  await page.click('.opt:has-text("rules")');
  assert.equal(await file(), '@rules', 'the other seat has its own');
  await page.reload();
  await page.waitForSelector('.field.file option:has-text("suya")', { state: 'attached' });
  assert.equal(await file(), 'suya');
  await page.click('.dlg footer .btn.main');
  await page.waitForSelector('.hit');
  const view = await house.ask('GET', `/api/games/${page.url().split('/').at(-1)}`);
  assert.deepEqual(view.players.map((text) => /file=suya/.test(text)), [true, false]);
  await page.context().close();
});

test('a file chosen for a player that looks ahead also makes it judge by rules, until something else is set', async () => {
  await house.ask('PUT', '/api/rules/files/juicio', { text: ON_TOP });
  const page = await house.visit('#/new/connect4');
  await page.click('.opt:has-text("alphabeta")');
  if (!(await page.$('details[open]'))) await page.click('summary');
  const typed = () => page.textContent('code');
  assert.doesNotMatch(await typed(), /file|eval/);
  await page.waitForSelector('.field.file option:has-text("juicio")', { state: 'attached' });
  await page.selectOption('.field.file select', 'juicio');
  await page.waitForFunction(() => /eval=rules,file=juicio/.test(document.querySelector('code').textContent));
  await page.click('.field:has(b:text-is("eval")) button:text-is("lines")');
  await page.waitForFunction(() => !/file/.test(document.querySelector('code').textContent));
  await page.selectOption('.field.file select', 'juicio');
  await page.click('.dlg footer .btn.main');
  await turn(page);
  await page.click('[data-name=a6]');
  await at(page, 2);
  await page.context().close();
});

test('a file with errors cannot be played with, and the dialog says so', async () => {
  await house.ask('PUT', '/api/rules/files/rota', { text: '# H\n# V\n' });
  const page = await house.visit('#/new/connect4');
  await page.click('.opt:has-text("rules")');
  await page.waitForSelector('.field.file option[value=rota]', { state: 'attached' });
  await page.selectOption('.field.file select', 'rota');
  await page.waitForSelector('.field.file .wrong');
  assert.match(await page.textContent('.field.file .wrong'), /rota tiene 2 errores/);
  assert(await page.isDisabled('.dlg footer .btn.main'));
  await page.click('.field.file a.btn');
  await verdict(page, 2);
  await page.context().close();
});

test('in an analysis by rules a chosen candidate shows its own reasons', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human', position: '4' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await analyst(page, 'rules');
  await page.waitForSelector('.summary .chip:has-text("listo")');
  assert.equal((await page.$$('.layers .seg button')).length, 3, 'none, scores, and the reasons once');
  await page.click('.layers .seg button:nth-child(3)');
  await page.waitForSelector('.span');
  const reasons = () => page.textContent('.sec:has(.plies) p');
  assert.match(await reasons(), /columna 4: 9/);
  await page.click('.ply:text-is("1")');
  await page.waitForSelector('.plies button[aria-pressed=true]:text-is("1")');
  assert.match(await reasons(), /columna 1: −41/);
  assert.match(await page.textContent('.caption p'), /columna 1/);
  await page.click('.plies button:text-is("7")');
  await page.waitForFunction(() => /columna 7/.test(document.querySelector('.caption p').textContent));
  await page.context().close();
});
