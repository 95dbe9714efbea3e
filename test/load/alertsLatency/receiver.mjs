// A receiver of webhooks on loopback, a separate process. It notes when each request was received whole, and what its body lists.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { answerParent } from '../support/askChild.mjs';

const requests = [];
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    requests.push({ atMs: Date.now(), id: request.headers['webhook-id'], chunks });
    response.end('received');
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

// Bodies are parsed when they are asked for, after the measurement.
const arrivalOf = ({ atMs, id, chunks }) => {
  const { total, items } = JSON.parse(Buffer.concat(chunks).toString()).data;
  return { atMs, id, total, listed: items.map(({ firingId }) => firingId) };
};

await answerParent(() => (message) => (message.port === true ? server.address().port : requests.map(arrivalOf)));
