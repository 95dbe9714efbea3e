import { beforeAll, describe, expect, test } from '@jest/globals';
import { withinHour, hourStart, secondsToHourEnd } from './support/clock.js';
import { eventTypes, makeEvent, makeEvents, type EventType } from './support/events.js';
import { accepted, holdOffs, refused, sendEvents, tally } from './support/send.js';
import { startLedger } from './support/startLedger.js';
import { waitForStored } from './support/stored.js';
import { createTenant, setProject, settingsInForce, type Project, type Settings } from './support/tenant.js';
import { waitForUsage } from './support/usage.js';
import { useSystem } from './support/useSystem.js';

const system = useSystem();

const send = (project: Project, events: readonly unknown[]) => sendEvents(system.baseUrl, project, events);

describe('events per hour', () => {
  test(
    'of 8 with 5 left, 5 are processed and 3 rate limited, and the next request gets 429',
    () =>
      withinHour(async () => {
        const project = await tenant({ eventsPerHour: 5 });
        const first = await send(project, makeEvents('log', 8));
        expect(first.status).toBe(202);
        expect(first.json).toEqual(accepted({ processed: 5, rate_limited: 3 }));
        expect(Object.keys(holdOffs(first))).toEqual(['log']);
        nearHourEnd(holdOffs(first)['log']);

        const second = await send(project, makeEvents('exception', 2));
        expect(second.status).toBe(429);
        expect(second.json).toEqual({ ...(refused() as object), ...tally({ rate_limited: 2 }) });
        expect(Object.keys(holdOffs(second))).toEqual(['exception']);
        expect(second.headers['retry-after']).toMatch(/^[1-9]\d*$/);
        nearHourEnd(Number(second.headers['retry-after']));

        await waitForStored(system, project, 5);
        expect(await waitForUsage(system, project, 10)).toEqual({
          'log processed': 5,
          'log rate_limited hourly_cap': 3,
          'exception rate_limited hourly_cap': 2,
        });
      }),
    60_000,
  );

  test(
    'counts exceptions, logs, hits and replays together in batch order, spans never',
    () =>
      withinHour(async () => {
        const project = await tenant({ eventsPerHour: 3 });
        const order: EventType[] = ['span', 'exception', 'span', 'log', 'hit', 'replay', 'span', 'log'];
        const answer = await send(
          project,
          order.map((type) => makeEvent(type)),
        );
        expect(answer.json).toEqual(accepted({ processed: 6, rate_limited: 2 }));
        expect(Object.keys(holdOffs(answer))).toEqual(['log', 'replay']);
        expect(await waitForStored(system, project, 6)).toEqual({
          exceptions: 1,
          logs: 1,
          spans: 3,
          hits: 1,
          replays: 0,
          dead_letters: 0,
        });
        expect((await send(project, makeEvents('span', 3))).json).toEqual(accepted({ processed: 3 }));
      }),
    60_000,
  );

  test(
    'counts only processed events',
    () =>
      withinHour(async () => {
        const project = await tenant({ eventsPerHour: 2, 'filters.environments': ['dev'] });
        const filteredOne = makeEvent('log', { contexts: { environment: 'dev' } });
        const events = [
          { type: 'nope' },
          filteredOne,
          filteredOne,
          makeEvent('log'),
          makeEvent('log'),
          makeEvent('log'),
        ];
        expect((await send(project, events)).json).toEqual(
          accepted({ invalid: 1, filtered: 2, processed: 2, rate_limited: 1 }),
        );
      }),
    60_000,
  );

  test(
    'is off by default and can be lifted',
    () =>
      withinHour(async () => {
        const project = await tenant({ eventsPerHour: 0 });
        expect((await send(project, makeEvents('log', 1))).status).toBe(429);
        expect((await send(project, makeEvents('span', 1))).status).toBe(202);
        await setProject(system, project, { eventsPerHour: null });
        await settingsInForce();
        expect((await send(project, makeEvents('log', 1))).status).toBe(202);
      }),
    60_000,
  );
});

describe('bytes per hour', () => {
  test(
    'an event that would exceed the quota is rate limited, whatever its type, and counted as byte_quota',
    () =>
      withinHour(async () => {
        const project = await tenant({ bytesPerHour: 3_000 });
        const large = (type: EventType) => makeEvent(type, { contexts: { filler: 'x'.repeat(2_000) } });
        const answer = await send(project, [large('log'), large('span'), makeEvent('log')]);
        expect(answer.json).toEqual(accepted({ processed: 2, rate_limited: 1 }));
        expect(Object.keys(holdOffs(answer))).toEqual(['span']);
        nearHourEnd(holdOffs(answer)['span']);

        const refusedBatch = await send(project, [large('exception')]);
        expect(refusedBatch.status).toBe(429);
        nearHourEnd(Number(refusedBatch.headers['retry-after']));
        expect(await waitForUsage(system, project, 4)).toEqual({
          'log processed': 2,
          'span rate_limited byte_quota': 1,
          'exception rate_limited byte_quota': 1,
        });
        await setProject(system, project, { bytesPerHour: null });
        await settingsInForce();
        expect((await send(project, [large('exception')])).status).toBe(202);
      }),
    60_000,
  );
});

describe('429 is sent only if no event was processed and a limit was reached', () => {
  let project: Project;
  beforeAll(async () => {
    project = await tenant({ eventsPerHour: 0, 'filters.environments': ['dev'] });
  }, 60_000);
  const limited = () => makeEvent('log');
  const filteredOne = () => makeEvent('log', { contexts: { environment: 'dev' } });
  const bad = () => ({ type: 'nope', n: Math.random() });
  const passing = () => makeEvent('span');

  test.each([
    ['limited', [limited], 429, { rate_limited: 1 }],
    ['limited and filtered', [limited, filteredOne], 429, { rate_limited: 1, filtered: 1 }],
    ['limited and invalid', [bad, limited, bad], 429, { rate_limited: 1, invalid: 2 }],
    ['limited and one processed', [limited, passing], 202, { rate_limited: 1, processed: 1 }],
    ['filtered and invalid', [filteredOne, bad], 202, { filtered: 1, invalid: 1 }],
    ['filtered', [filteredOne], 202, { filtered: 1 }],
  ] as const)('%s', (_name, makers, status, counts) =>
    withinHour(async () => {
      const answer = await send(
        project,
        makers.map((make) => make()),
      );
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ success: status === 202, ...tally(counts) });
      expect('x-service-rate-limits' in answer.headers).toBe('rate_limited' in counts);
      expect('retry-after' in answer.headers || status === 202).toBe(true);
    }),
  );
});

describe('spike protection', () => {
  test.each(eventTypes)(
    '%s: allows 1,300 events after 700 and 600 in the two hours before',
    (type) =>
      withinHour(async () => {
        const project = await withPast(type, { 1: 700, 2: 600, 3: 9_000 });
        const { processed, rate_limited, last } = await sendThousands(project, type, 1_500);
        expect({ processed, rate_limited }).toEqual({ processed: 1_300, rate_limited: 200 });
        if (last === undefined) throw new Error('nothing was sent');
        nearHourEnd(holdOffs(last)[type]);
        const other = type === 'log' ? 'hit' : 'log';
        expect((await send(project, makeEvents(other, 10))).json).toEqual(accepted({ processed: 10 }));
        expect((await waitForUsage(system, project, 1_500 + 10 + 10_300))[`${type} rate_limited spike`]).toBe(200);
      }),
    60_000,
  );

  test.each([
    ['a quiet past', { 1: 100, 2: 50 }],
    ['an hour missing', { 2: 900 }],
    ['no past at all but old', {}],
  ])(
    '%s: allows at least 1,000 events',
    (_name, past) =>
      withinHour(async () => {
        const project = await withPast('log', past);
        const { processed, rate_limited } = await sendThousands(project, 'log', 1_200);
        expect({ processed, rate_limited }).toEqual({ processed: 1_000, rate_limited: 200 });
      }),
    60_000,
  );

  test(
    'is not applied to a project whose first event is less than two hours old',
    () =>
      withinHour(async () => {
        const project = await withPast('log', { 1: 10 }, {}, 1);
        expect(await sendThousands(project, 'log', 1_500)).toMatchObject({ processed: 1_500, rate_limited: 0 });
      }),
    60_000,
  );

  test(
    'is not applied to a new project',
    () =>
      withinHour(async () => {
        const project = await createTenant(system);
        expect(await sendThousands(project, 'log', 1_500)).toMatchObject({ processed: 1_500, rate_limited: 0 });
      }),
    60_000,
  );

  test(
    'can be switched off',
    () =>
      withinHour(async () => {
        const project = await withPast('log', { 1: 10 }, { spikeProtection: false });
        expect(await sendThousands(project, 'log', 1_500)).toMatchObject({ processed: 1_500, rate_limited: 0 });
      }),
    60_000,
  );

  test(
    'comes before the hourly cap',
    () =>
      withinHour(async () => {
        const project = await withPast('log', {}, { eventsPerHour: 1_001 });
        expect(await sendThousands(project, 'log', 1_500)).toMatchObject({ processed: 1_000, rate_limited: 500 });
        expect((await send(project, makeEvents('hit', 3))).json).toEqual(accepted({ processed: 1, rate_limited: 2 }));
        const usage = await waitForUsage(system, project, 1_503);
        expect(usage['log rate_limited spike']).toBe(500);
        expect(usage['hit rate_limited hourly_cap']).toBe(2);
      }),
    60_000,
  );

  /** A project with a past: accepted events of one type in the hours before this one. */
  async function withPast(
    type: EventType,
    past: Readonly<Record<number, number>>,
    settings: Settings = {},
    firstHoursAgo = 5,
  ): Promise<Project> {
    const project = await createTenant(system, { project: settings });
    for (const [hoursAgo, count] of Object.entries(past)) {
      await system.sql(
        `insert into usage (project_id, type, outcome, reason, hour, epoch, count)
         values ($1, $2, 'processed', '', $3, 'the-past', $4)`,
        [project.id, type, hourStart(Number(hoursAgo)), count],
      );
    }
    await startLedger(system, project, firstHoursAgo);
    return project;
  }

  async function sendThousands(project: Project, type: EventType, count: number) {
    const counts = { processed: 0, rate_limited: 0 };
    let last;
    for (let left = count; left > 0; left -= 500) {
      last = await send(project, makeEvents(type, Math.min(500, left)));
      const body = last.json as typeof counts;
      counts.processed += body.processed;
      counts.rate_limited += body.rate_limited;
    }
    return { ...counts, last };
  }
});

async function tenant(project: Settings): Promise<Project> {
  return createTenant(system, { project });
}

function nearHourEnd(seconds: number | undefined): void {
  expect(Math.abs((seconds ?? 0) - secondsToHourEnd())).toBeLessThanOrEqual(30);
}
