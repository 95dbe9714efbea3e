import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { makeEvent, newSerial, type EventType, type WireEvent } from './support/events.js';
import { sendBytes, type Tally } from './support/send.js';
import { countStored, waitForStored } from './support/stored.js';
import { createOrganization, createProject, type Project } from './support/tenant.js';
import { sumOf, waitForUsage } from './support/usage.js';
import { useSystem } from './support/useSystem.js';

const batches = 500;
const seed = Number(process.env['E2E_SEED'] ?? Date.now() % 2 ** 31);
let projects: Project[];
const system = useSystem();
beforeAll(async () => {
  const organization = await createOrganization(system, { 'monthly.spans': 400, 'monthly.replays': 100 });
  projects = [
    await createProject(system, organization, { 'sampleRates.log': 0.5, 'filters.environments': ['dev*'] }),
    await createProject(system, organization, { eventsPerHour: 150, 'filters.messages': ['*boom*'] }),
    await createProject(system, organization),
  ];
}, 240_000);

const types = fc.constantFrom<EventType>('exception', 'log', 'span', 'hit', 'replay');
const badTypes = fc.constantFrom<unknown>('nope', 'trace ', '', null, 7, {}, undefined);
const badTimes = fc.constantFrom<unknown>('never', '2023-02-29', 5, null, '', undefined, {});
const badPayloads = fc.constantFrom<unknown>(null, 'x', 3, [], true, undefined);
const oddities = fc.constantFrom<WireEvent>(
  { tags: 'none' },
  { tags: { a: null, b: '\u0000', c: {} } },
  { contexts: [] },
  { contexts: { environment: 'development', 'user.id': 5 } },
  { contexts: { release: '\ud800', __proto__x: 1, constructor: 'y', 'user.email': 'a@b.c' } },
  { contexts: { 'device.userAgent': '\u0000', 'device.x': 1, deep: { a: [{}] } } },
  { timestamp: '2999-01-01T00:00:00Z' },
  { timestamp: '1970-01-01' },
);

const bad: fc.Arbitrary<unknown> = fc.oneof(
  fc.tuple(types, badTypes).map(([type, wrong]) => ({ ...makeEvent(type), type: wrong })),
  fc.tuple(types, badTimes).map(([type, timestamp]) => ({ ...makeEvent(type), timestamp })),
  fc.tuple(types, badPayloads).map(([type, payload]) => ({ ...makeEvent(type), payload })),
  fc.constantFrom('uuid', 'traceId', 'status', 'metrics', 'duration').map((field) => {
    const span = makeEvent('span');
    return { ...span, payload: { ...span.payload, [field]: null } };
  }),
  fc.constantFrom<unknown>(null, 5, 'event', [], true),
  fc.constant({ type: 'trace', timestamp: '2024-05-01' }),
  types.map((type) => makeEvent(type, { contexts: { deep: JSON.parse('['.repeat(80) + ']'.repeat(80)) as unknown } })),
);

const good: fc.Arbitrary<unknown> = fc.oneof(
  types.map((type) => makeEvent(type)),
  fc.tuple(types, oddities).map(([type, odd]) => ({ ...makeEvent(type), ...odd })),
  fc.constantFrom('boom', 'a boom here', 'fine').map((message) => makeEvent('exception', { payload: { message } })),
  types.map((type) => ({
    ...makeEvent(type),
    payload: type === 'span' ? makeEvent('span').payload : { level: {}, message: [] },
  })),
);

const batch = fc.array(fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: bad }), { maxLength: 12 });

const isTrace = (event: unknown): boolean => (event as { type?: unknown } | null)?.type === 'trace';

interface Account {
  received: number;
  readonly outcomes: Record<string, number>;
  resent: number;
  duplicates: number;
}

test(`received = Σ outcomes = usage, and processed = stored + dead-lettered (seed ${seed})`, async () => {
  const samples = fc.sample(batch, { seed, numRuns: batches });
  const accounts = projects.map((): Account => ({ received: 0, outcomes: {}, resent: 0, duplicates: 0 }));
  await Promise.all(
    [0, 1, 2, 3].map(async (sender) => {
      for (let index = sender; index < samples.length; index += 4) {
        const which = index % projects.length;
        const [project, account] = [projects[which], accounts[which]];
        if (project && account) await sendAndCheck(project, account, samples[index] ?? []);
      }
    }),
  );
  for (const [which, project] of projects.entries()) {
    const account = accounts[which];
    if (account === undefined) throw new Error('no account');
    const processed = account.outcomes['processed'] ?? 0;
    await waitForStored(system, project, processed, 40_000);
    const usage = await waitForUsage(system, project, account.received, 40_000);
    const counted = Object.fromEntries(
      Object.keys(account.outcomes).map((outcome) => [outcome, sumOf(usage, outcome)]),
    );
    expect(counted).toEqual(account.outcomes);
    expect(sumOf(usage)).toBe(account.received);
    const stored = await countStored(system, project);
    expect(stored['dead_letters']).toBe(0);
    expect(Object.values(stored).reduce((a, b) => a + b, 0)).toBe(processed);
    expect(account.resent).toBeGreaterThan(0);
    expect(account.duplicates).toBe(account.resent);
  }
  const all = accounts.flatMap(({ outcomes }) => Object.entries(outcomes));
  for (const outcome of ['processed', 'filtered', 'rate_limited', 'quota_exceeded', 'invalid']) {
    const count = all.filter(([name]) => name === outcome).reduce((sum, [, n]) => sum + n, 0);
    expect([outcome, count > 0]).toEqual([outcome, true]);
  }
}, 150_000);

async function sendAndCheck(project: Project, account: Account, events: readonly unknown[]): Promise<void> {
  // Two generated batches may be equal; the id beside the events keeps one from being the other's resend.
  const body = JSON.stringify({ id: newSerial(), events });
  const answer = await sendBytes(system.baseUrl, project.key, body);
  expect([202, 429]).toContain(answer.status);
  const tally = answer.json as Tally;
  const received = events.filter((event) => !isTrace(event)).length;
  expect(sumTally(tally)).toBe(received);
  account.received += received;
  for (const outcome of ['processed', 'filtered', 'rate_limited', 'quota_exceeded', 'invalid'] as const) {
    account.outcomes[outcome] = (account.outcomes[outcome] ?? 0) + tally[outcome];
  }
  if (tally.processed > 0 && account.received % 3 === 0) {
    account.resent++;
    const again = await sendBytes(system.baseUrl, project.key, body);
    account.duplicates += isDeepStrictEqual(again.json, { success: true, duplicate: true }) ? 1 : 0;
  }
}

function sumTally(tally: Tally): number {
  return tally.processed + tally.filtered + tally.rate_limited + tally.quota_exceeded + tally.invalid;
}
