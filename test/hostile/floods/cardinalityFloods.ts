import { randomUUID } from 'node:crypto';
import { makeEvent, type WireEvent } from '../../e2e/support/events.js';
import { thrown } from '../../e2e/support/exceptions.js';
import { waitForStored } from '../../e2e/support/stored.js';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';
import { postBatch } from '../fuzz/fuzzGround.js';

/** A value that a client can make unique in every event. */
export interface Cardinality {
  readonly name: string;
  readonly event: () => WireEvent;
}

const word = (): string =>
  randomUUID()
    .replace(/[^a-z]/g, '')
    .padEnd(8, 'q');

/** All values that are keys of tables, caches or indexes. */
export const cardinalities: readonly Cardinality[] = [
  {
    name: 'tag keys',
    event: () => makeEvent('log', { tags: Object.fromEntries(Array.from({ length: 20 }, () => [randomUUID(), 'x'])) }),
  },
  {
    name: 'users',
    event: () => makeEvent('log', { contexts: { 'user.id': randomUUID(), 'user.email': randomUUID() } }),
  },
  {
    name: 'issues',
    event: () => thrown({ at: word(), type: word(), message: word(), file: `${word()}.js`, user: randomUUID() }),
  },
  { name: 'releases and environments', event: () => thrown({ release: randomUUID(), environment: randomUUID() }) },
  { name: 'trace ids', event: () => makeEvent('span') },
  {
    name: 'metric names',
    event: () =>
      makeEvent('span', {
        payload: {
          metrics: Object.fromEntries([
            [randomUUID(), 1],
            [randomUUID(), 2],
          ]),
        },
      }),
  },
  { name: 'replays', event: () => makeEvent('replay') },
  {
    name: 'sessions',
    event: () => makeEvent('hit', { payload: { sessionId: randomUUID(), url: `https://a.test/${word()}` } }),
  },
  {
    name: 'user agents',
    event: () =>
      makeEvent('hit', { contexts: { 'device.userAgent': `Mozilla/5.0 (${randomUUID()}) Chrome/${word()}` } }),
  },
];

const BATCH = 100;

/**
 * Sends `count` events of one kind, each with a new value, and waits until all are stored. Resolves with the duration
 * in seconds.
 */
export async function flood(system: System, project: Project, { event }: Cardinality, count: number): Promise<number> {
  const started = performance.now();
  for (let sent = 0; sent < count; sent += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, count - sent) }, event);
    const { status, text } = await postBatch(system, project.key, JSON.stringify({ events }));
    if (status !== 202) throw new Error(`${status} ${text}`);
  }
  const counts = await waitForStored(system, project, count, 60_000);
  if (counts['dead_letters'] !== 0) throw new Error(`dead letters: ${JSON.stringify(counts)}`);
  return (performance.now() - started) / 1000;
}
