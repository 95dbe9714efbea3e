// The load generator of an overload, a process of its own: batches of one type each, so that what is refused is known by type. Told
// `{ rate, seconds }` over IPC (events a second; 0: as many as the connections carry). What is due while every connection is busy is not
// sent at all, as an SDK's full buffer drops it: an answer's time is the server's alone.
import { setTimeout as delay } from 'node:timers/promises';
import { bodyMaker } from '../endToEnd/bodies.mjs';
import { openConnection } from '../endToEnd/connection.mjs';
import { eventsOf, MIX } from '../endToEnd/events.mjs';
import { createTimeline } from './timeline.mjs';

const OUTCOMES = ['processed', 'filtered', 'rate_limited', 'quota_exceeded', 'invalid'];
const EVENTS = 20;
const TICK_MS = 2;
/** No divisor of the mix's length: neighbours in time are of different types. */
const STRIDE = 7;

const { port, keys, connections, bucketMs } = JSON.parse(process.argv[2]);
const types = [...new Set(MIX)];
const variety = { users: 5_000, groups: 20, agents: 50 };
const makers = new Map(types.map((type) => [type, bodyMaker(eventsOf(Array(EVENTS).fill(type)), variety)]));
const heads = keys.map(
  (key) =>
    `POST /api/envelope HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-service-auth: Service service_key=${key}\r\n`,
);
const pool = Array.from({ length: connections }, () => openConnection({ port }));
const ledger = keys.map(() => ({
  sent: 0,
  unknown: 0,
  duplicate: 0,
  ...Object.fromEntries(OUTCOMES.map((name) => [name, 0])),
}));
let serial = 1;

/** Sends the next batch once. A 503 left nothing behind and is nobody's event; what has no answer may be stored or not. */
async function sendOne(connection, startedAt, timeline) {
  const number = serial++;
  const type = MIX[(number * STRIDE) % MIX.length];
  const project = Math.floor(number / MIX.length) % keys.length;
  const sentAt = performance.now();
  const answer = await connection.post(heads[project], makers.get(type)(number)).catch(() => undefined);
  const tally = answer?.status === 202 || answer?.status === 429 ? JSON.parse(answer.text) : undefined;
  const times = { sentMs: sentAt - startedAt, answerMs: performance.now() - sentAt };
  timeline.add({ type, ...times, events: EVENTS, tally, status: answer?.status });
  const entry = ledger[project];
  if (answer !== undefined && tally === undefined) return;
  entry.sent += EVENTS;
  if (tally === undefined) entry.unknown += EVENTS;
  else for (const outcome of OUTCOMES) entry[outcome] += tally[outcome] ?? 0;
}

async function run({ rate, seconds }) {
  const timeline = createTimeline({ types, bucketMs });
  const idle = [...pool];
  const underWay = new Set();
  const startedAt = performance.now();
  const perMs = rate / EVENTS / 1_000;
  let due = 0;
  let dropped = 0;
  for (let now = startedAt; now < startedAt + seconds * 1_000; now = performance.now()) {
    const wanted = rate === 0 ? idle.length : Math.floor((now - startedAt) * perMs) - due;
    const count = Math.min(wanted, idle.length);
    due += wanted;
    dropped += wanted - count;
    for (let n = 0; n < count; n += 1) {
      const connection = idle.pop();
      const one = sendOne(connection, startedAt, timeline).then(() => {
        underWay.delete(one);
        idle.push(connection);
      });
      underWay.add(one);
    }
    if (rate === 0) await Promise.race(underWay);
    else await delay(TICK_MS);
  }
  await Promise.all(underWay);
  return { ranMs: performance.now() - startedAt, droppedEvents: dropped * EVENTS, buckets: timeline.buckets() };
}

process.on('message', (message) => {
  const answer = message.ledger === true ? Promise.resolve({ ledger }) : run(message);
  answer.then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
