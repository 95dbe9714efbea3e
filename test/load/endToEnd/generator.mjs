// The load generator, a separate process. On the IPC message `{ rate, seconds }` (events per second; 0: as fast as the
// connections allow, or `batches`) it sends, and replies with the results; `{ stop: true }` ends sending early. Its
// ledger is the client's side of the accounting identity.
import { setTimeout as delay } from 'node:timers/promises';
import { answerParent } from '../support/askChild.mjs';
import { quantile } from '../support/statistics.mjs';
import { bodyMaker } from './bodies.mjs';
import { openClient } from './client.mjs';
import { eventsOf } from './events.mjs';

const TICK_MS = 2;
const ATTEMPTS = 3;

await answerParent(({ keys, kinds, variety, firstSerial = 1, ...target }) => {
  const client = openClient({ keys, ...target });
  const make = bodyMaker(eventsOf(kinds), variety);
  const state = { client, make, projects: keys.length, events: kinds.length, serial: firstSerial, isStopped: false };
  return (message) => {
    if (message.ledger === true) return { ledger: client.ledger, serial: state.serial };
    if (message.stop === true) {
      state.isStopped = true;
      return undefined;
    }
    state.isStopped = false;
    return run(state, message);
  };
});

/** The same bytes again after an end without a response, as a client does: the gateway knows the batch. */
async function postUntilAnswered(post, result) {
  let isLost = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await post();
      if (answer.status !== 503) return answer;
      // The state that earlier attempts left is unknown.
      if (attempt === ATTEMPTS) return isLost ? undefined : answer;
      result.unavailable += 1;
    } catch (error) {
      isLost = true;
      result.lost += 1;
      result.lastError = String(error);
      if (attempt === ATTEMPTS) return undefined;
    }
    await delay(100 * attempt);
  }
}

async function sendOne(state, connection, dueAt, result) {
  const { client, events } = state;
  const number = state.serial;
  state.serial += 1;
  const project = number % state.projects;
  const body = state.make(number);
  const answer = await postUntilAnswered(() => client.post(connection, project, body), result);
  result.latencies.push(performance.now() - dueAt);
  if (answer !== undefined) result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
  result.processed += client.account(project, events, answer)?.processed ?? 0;
}

/**
 * Sends on a schedule. A batch that is due while every connection is busy is sent as soon as one is free; its latency
 * counts from when it was due.
 */
async function run(state, { rate, seconds, batches }) {
  const { client, events, make } = state;
  const perMs = rate / events / 1_000;
  const result = { statuses: {}, latencies: [], processed: 0, lost: 0, unavailable: 0 };
  const idle = [...client.connections];
  const underWay = new Set();
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1_000;
  let sent = 0;
  const start = (dueAt) => {
    const connection = idle.pop();
    sent += 1;
    const one = sendOne(state, connection, dueAt, result).then(() => {
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
  for (let now = startedAt; now < endAt && sent < (batches ?? Infinity) && !state.isStopped; now = performance.now()) {
    startDue(now);
    if (rate === 0 && underWay.size > 0) await Promise.race(underWay);
    else await delay(TICK_MS);
  }
  const ranMs = performance.now() - startedAt;
  // Batches that became due since the last tick are not late, unless no connection is free.
  if (rate > 0 && !state.isStopped) startDue(endAt);
  const unsent = rate === 0 || state.isStopped ? 0 : Math.max(0, due(endAt));
  await Promise.all(underWay);
  const { latencies, ...rest } = result;
  return {
    ...rest,
    sentEvents: sent * events,
    unsentEvents: unsent * events,
    ranMs,
    perSecond: (1_000 * result.processed) / ranMs,
    answerP50Ms: quantile(latencies, 0.5),
    answerP99Ms: quantile(latencies, 0.99),
    bytesOfBatch: make(0).length,
  };
}
