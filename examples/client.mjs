// Plays a whole game against a machine over the HTTP API, with nothing but Node (20 or newer):
//
//     node examples/client.mjs [ADDRESS [GAME [OPPONENT]]]
//
// It asks the server itself for a hint whenever it is to move, so it plays every game.

const [address = 'http://127.0.0.1:7878', game = 'tictactoe', opponent = 'mcts:playouts=50'] = process.argv.slice(2);

/** Asks for something to be done, and returns the answer. */
async function ask(path, what) {
  const answer = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(what),
  });
  const words = await answer.text();
  if (!answer.ok) throw new Error(words);
  return words && JSON.parse(words);
}

/** What happens at a table, as it happens: the kind of each event, and what it says. */
async function* events(path) {
  const stream = await fetch(`${address}/api${path}`);
  let text = '';
  for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const whole = text.split('\n\n');
    text = whole.pop();
    for (const event of whole) {
      const [, kind] = /^event: (.*)$/m.exec(event) ?? [];
      const [, data] = /^data: (.*)$/m.exec(event) ?? [];
      if (data) yield [kind, JSON.parse(data)];
    }
  }
}

const { id } = await ask('/games', { game, first: 'human', second: opponent });
let asked = -1;
// Machines think while somebody watches: as long as this stream is open.
for await (const [kind, said] of events(`/games/${id}/events`)) {
  if (kind === 'thought' && said.purpose === 'hint' && said.done) {
    await ask(`/games/${id}/moves`, { move: said.thought.move, at: said.at });
  }
  if (kind !== 'view' && kind !== 'change') continue;
  if (said.outcome) {
    console.log(JSON.stringify(said.outcome));
    break;
  }
  if (said.side === 'first' && said.at > asked) {
    asked = said.at;
    await ask(`/games/${id}/hint`, { at: said.at });
  }
}

console.log(await (await fetch(`${address}/api/games/${id}/file?format=text`)).text());
