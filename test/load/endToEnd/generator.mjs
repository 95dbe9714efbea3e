// The load generator, a process of its own. Told `{ rate, seconds }` (events a second; 0: as fast as the connections allow, or
// `batches`) over IPC, it sends and answers with what became of it. Its ledger is the client's side of the accounting identity.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { bodyMaker } from './bodies.mjs';
import { openConnection } from './connection.mjs';
import { eventsOf } from './events.mjs';
import { quantile } from '../support/statistics.mjs';

const OUTCOMES = ['processed', 'filtered', 'rate_limited', 'quota_exceeded', 'invalid'];
const TICK_MS = 2;
const ATTEMPTS = 3;

// Not an argument: ten thousand keys are longer than a system lets one be.
const [load] = await once(process, 'message');
const { port, keys, connections, kinds, variety, firstSerial = 1 } = load;
const make = bodyMaker(eventsOf(kinds), variety);
const heads = keys.map(
  (key) =>
    `POST /api/envelope HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-service-auth: Service service_key=${key}\r\n`,
);
const pool = Array.from({ length: connections }, () => openConnection({ port }));
/** Of each project: events sent, and what the answers said of them. */
const ledger = keys.map(() => ({
  sent: 0,
  unknown: 0,
  duplicate: 0,
  ...Object.fromEntries(OUTCOMES.map((name) => [name, 0])),
}));
let serial = firstSerial;

/** The same bytes again after an end without an answer, as a client does: the gateway knows the batch. */
async function postUntilAnswered(connection, head, body, run) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await connection.post(head, body);
      if (answer.status !== 503 || attempt === ATTEMPTS) return answer;
      run.unavailable += 1;
    } catch (error) {
      run.lost += 1;
      run.lastError = String(error);
      if (attempt === ATTEMPTS) return undefined;
    }
    await delay(100 * attempt);
  }
}

async function sendOne(connection, dueAt, run) {
  const number = serial;
  serial += 1;
  const project = number % keys.length;
  const entry = ledger[project];
  const answer = await postUntilAnswered(connection, heads[project], make(number), run);
  run.latencies.push(performance.now() - dueAt);
  entry.sent += kinds.length;
  if (answer === undefined) {
    entry.unknown += kinds.length;
    return;
  }
  run.statuses[answer.status] = (run.statuses[answer.status] ?? 0) + 1;
  if (answer.status !== 202 && answer.status !== 429) return;
  const tally = JSON.parse(answer.text);
  for (const outcome of OUTCOMES) entry[outcome] += tally[outcome] ?? 0;
  // Accepted at an attempt whose answer was lost, and its tally with it.
  if (tally.duplicate === true) entry.duplicate += kinds.length;
  run.processed += tally.processed ?? 0;
}

/** Sends on a schedule; what is due while every connection is busy is sent as soon as one is free, and its latency counts from when it was due. */
async function run({ rate, seconds, batches }) {
  const perMs = rate / kinds.length / 1_000;
  const result = { statuses: {}, latencies: [], processed: 0, lost: 0, unavailable: 0 };
  const idle = [...pool];
  const underWay = new Set();
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1_000;
  let sent = 0;
  const start = (dueAt) => {
    const connection = idle.pop();
    sent += 1;
    const one = sendOne(connection, dueAt, result).then(() => {
      underWay.delete(one);
      idle.push(connection);
    });
    underWay.add(one);
  };
  const due = (now) => {
    const left = (batches ?? Infinity) - sent;
    return Math.min(left, rate === 0 ? idle.length : Math.floor((now - startedAt) * perMs) - sent);
  };
  const startDue = (now) => {
    for (let count = Math.min(due(now), idle.length); count > 0; count -= 1) {
      start(rate === 0 ? now : startedAt + sent / perMs);
    }
  };
  for (let now = startedAt; now < endAt && sent < (batches ?? Infinity); now = performance.now()) {
    startDue(now);
    if (rate === 0 && underWay.size > 0) await Promise.race(underWay);
    else await delay(TICK_MS);
  }
  const ranMs = performance.now() - startedAt;
  // What became due since the last tick is not late; what still finds no connection is.
  if (rate > 0) startDue(endAt);
  const unsent = rate === 0 ? 0 : Math.max(0, due(endAt));
  await Promise.all(underWay);
  const { latencies, ...rest } = result;
  return {
    ...rest,
    sentEvents: sent * kinds.length,
    unsentEvents: unsent * kinds.length,
    ranMs,
    perSecond: (1_000 * result.processed) / ranMs,
    answerP50Ms: quantile(latencies, 0.5),
    answerP99Ms: quantile(latencies, 0.99),
    bytesOfBatch: make(0).length,
  };
}

process.on('message', (message) => {
  const answer = message.ledger === true ? Promise.resolve({ ledger, serial }) : run(message);
  answer.then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
