// The same toy on boardgame.io: a die, a score, everybody may move. `node server.js PORT [FOLDER]`, with its own disk storage in FOLDER.
const { Server, FlatFile } = require('boardgame.io/server');
const { ActivePlayers } = require('boardgame.io/core');

const Toy = {
  name: 'load-toy',
  setup: () => ({ scores: [0, 0, 0, 0] }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { move: ({ G, random }) => { G.scores[0] += random.Die(6); } },
};
const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [Toy], origins: ['*'], ...(db ? { db } : {}) });
server.run(Number(port), () => console.log('ready'));
