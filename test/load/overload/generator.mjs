// The load generator of an overload, a separate process. Each batch has one event type, so that refusals are known by
// type. On the IPC message `{ rate, seconds }` (events per second; 0: as many as the connections carry) it sends. A
// batch that is due while every connection is busy is dropped, as an SDK with a full buffer drops it: the measured
// latency is the server's alone.
import { setTimeout as delay } from 'node:timers/promises';
import { bodyMaker } from '../endToEnd/bodies.mjs';
import { openClient } from '../endToEnd/client.mjs';
import { eventsOf, MIX } from '../endToEnd/events.mjs';
import { answerParent } from '../support/askChild.mjs';
import { createTimeline } from './timeline.mjs';

const EVENTS = 20;
const TICK_MS = 2;
/** No divisor of the mix's length: neighbours in time are of different types. */
const STRIDE = 7;

const types = [...new Set(MIX)];
const variety = { users: 5_000, groups: 20, agents: 50 };
const makers = new Map(types.map((type) => [type, bodyMaker(eventsOf(Array(EVENTS).fill(type)), variety)]));

await answerParent(({ bucketMs, ...target }) => {
  const state = { client: openClient(target), projects: target.keys.length, bucketMs, serial: 1 };
  return (message) => (message.ledger === true ? { ledger: state.client.ledger } : run(state, message));
});

/** Sends the next batch once. */
async function sendOne(state, connection, startedAt, timeline) {
  const { client, projects } = state;
  const number = state.serial;
  state.serial += 1;
  const type = MIX[(number * STRIDE) % MIX.length];
  const project = Math.floor(number / MIX.length) % projects;
  const sentAt = performance.now();
  const answer = await client.post(connection, project, makers.get(type)(number)).catch(() => undefined);
  const times = { sentMs: sentAt - startedAt, answerMs: performance.now() - sentAt };
  const tally = client.account(project, EVENTS, answer);
  timeline.add({ type, ...times, events: EVENTS, tally, status: answer?.status });
}

async function run(state, { rate, seconds }) {
  const timeline = createTimeline({ types, bucketMs: state.bucketMs });
  const idle = [...state.client.connections];
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
      const one = sendOne(state, connection, startedAt, timeline).then(() => {
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
