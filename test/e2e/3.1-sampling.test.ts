import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventTypes, makeEvent, makeEvents, type EventType, type WireEvent } from './support/events.js';
import { accepted, sendEvents, type Tally } from './support/send.js';
import { rowsOf, waitForStored, type Row } from './support/stored.js';
import { createProjects, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { waitForUsage } from './support/usage.js';
import { waitFor } from './support/waitFor.js';

const all = (rate: number) => Object.fromEntries(eventTypes.map((type) => [`sampleRates.${type}`, rate]));
let projects: Record<'none' | 'half' | 'logsOnly' | 'logsKept', Project>;

const system = useSystem();
beforeAll(async () => {
  projects = await createProjects(system, {
    none: all(0),
    half: all(0.5),
    logsOnly: { ...all(0), 'sampleRates.log': 1 },
    logsKept: { ...all(0), 'sampleRates.log': 1 },
  });
}, 120_000);

test('a rate of 0 filters everything, with the reason `sampled`', async () => {
  const answer = await sendEvents(
    system.baseUrl,
    projects.none,
    eventTypes.map((type) => makeEvent(type)),
  );
  expect(answer.json).toEqual(accepted({ filtered: 5 }));
  expect(answer.status).toBe(202);
  const usage = await waitForUsage(system, projects.none, 5);
  expect(usage).toEqual(Object.fromEntries(eventTypes.map((type) => [`${type} filtered sampled`, 1])));
}, 40_000);

test('rates are per type', async () => {
  const answer = await sendEvents(
    system.baseUrl,
    projects.logsOnly,
    eventTypes.map((type) => makeEvent(type)),
  );
  expect(answer.json).toEqual(accepted({ processed: 1, filtered: 4 }));
});

test.each(['exception', 'log', 'hit'] as const)('a rate of 0.5 keeps about half of the %s events', async (type) => {
  const answer = await sendEvents(system.baseUrl, projects.half, makeEvents(type, 400));
  const { processed, filtered } = answer.json as Tally;
  expect(processed + filtered).toBe(400);
  // 7 standard deviations.
  expect(Math.abs(processed - 200)).toBeLessThan(70);
});

describe('events of one trace are kept or dropped together', () => {
  const together: readonly (readonly [EventType, (id: string) => WireEvent, string])[] = [
    ['span', (traceId) => makeEvent('span', { payload: { traceId } }), 'trace_id'],
    ['replay', (replayId) => makeEvent('replay', { payload: { replayId } }), 'replay_id'],
  ];
  test.each(together)('%s, over several batches and clients', async (type, make, column) => {
    const ids = Array.from({ length: 200 }, () => randomUUID());
    const before = (await rowsOf(system, projects.half, type)).length;
    let processed = 0;
    for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) {
      const answer = await sendEvents(system.baseUrl, projects.half, ids.map(make), { from });
      processed += (answer.json as Tally).processed;
    }
    const rows = await waitForRows(type, before + processed);
    const perId = new Map<string, number>();
    for (const row of rows) perId.set(String(row[column]), (perId.get(String(row[column])) ?? 0) + 1);
    expect([...perId.values()].every((count) => count === 3)).toBe(true);
    expect(Math.abs(perId.size - 100)).toBeLessThan(50);
  });
});

test('a resend is sampled like the first attempt', async () => {
  const events = makeEvents('log', 60);
  const first = await sendEvents(system.baseUrl, projects.half, events);
  expect((await sendEvents(system.baseUrl, projects.half, events)).json).toEqual({ success: true, duplicate: true });
  expect((first.json as Tally).processed).toBeGreaterThan(0);
});

test('nothing but the sampled ones is missing', async () => {
  const project = projects.logsKept;
  const events = makeEvents('log', 100);
  expect((await sendEvents(system.baseUrl, project, events)).json).toEqual(accepted({ processed: 100 }));
  await waitForStored(system, project, 100);
});

async function waitForRows(type: EventType, count: number): Promise<Row[]> {
  return waitFor(
    async () => {
      const rows = await rowsOf(system, projects.half, type);
      return rows.length >= count ? rows : undefined;
    },
    { what: `${count} rows of ${type}` },
  );
}
