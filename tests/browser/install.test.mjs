// What others make of the program: browsers that install the page, and clients of its interface.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { House } from './house.mjs';

const run = promisify(execFile);
const examples = new URL('../../examples/', import.meta.url).pathname;

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

test('the browser finds nothing that keeps the page from being installed', async () => {
  const page = await house.visit();
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).name, 'Ludoteca');
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The visitors of these tests leave no trace, and such windows install nothing.
  const kept = installabilityErrors.map((error) => error.errorId).filter((id) => id !== 'in-incognito');
  assert.deepEqual(kept, []);
  await page.context().close();
});

for (const client of [['python3', 'client.py'], ['node', 'client.mjs']]) {
  test(`${client[1]} plays a whole game against a machine`, async () => {
    const [program, file] = client;
    const { stdout } = await run(program, [examples + file, house.base, 'connect4', 'random']);
    const [outcome, head, moves] = stdout.split('\n');
    assert(['first', 'second', null].includes(JSON.parse(outcome).winner), stdout);
    assert.match(head, /ludoteca play connect4/);
    assert.match(moves, /^[1-7]( [1-7]){6,41}$/);
  });
}
