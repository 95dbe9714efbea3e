import { describe, expect, test } from '@jest/globals';
import { withinHour, hourStart, secondsToHourEnd, secondsToMonthEnd } from './support/clock.js';
import { eventTypes, makeEvent, makeEvents, type EventType } from './support/events.js';
import { accepted, holdOffs, refused, sendEvents, tally } from './support/send.js';
import { startLedger } from './support/startLedger.js';
import { waitForStored } from './support/stored.js';
import {
  createOrganization,
  createProject,
  createTenant,
  setProject,
  settingsInForce,
  type Project,
  type Settings,
} from './support/tenant.js';
import { waitForUsage } from './support/usage.js';
import { useSystem } from './support/useSystem.js';

const system = useSystem();

const send = (project: Project, events: readonly unknown[]) => sendEvents(system.baseUrl, project, events);

describe('monthly quotas', () => {
  test.each<readonly [EventType, string]>([
    ['exception', 'errors'],
    ['log', 'logs'],
    ['span', 'spans'],
    ['hit', 'metrics'],
    ['replay', 'replays'],
  ])(
    '%s spends the pool %s, and its end blocks no other type',
    (type, pool) =>
      withinHour(async () => {
        const project = await tenant({ [`monthly.${pool}`]: 3 });
        const events = [
          ...makeEvents(type, 5),
          ...eventTypes.filter((other) => other !== type).map((t) => makeEvent(t)),
        ];
        const first = await send(project, events);
        expect(first.status).toBe(202);
        expect(first.json).toEqual(accepted({ processed: 7, quota_exceeded: 2 }));
        expect(Object.keys(holdOffs(first))).toEqual([type]);
        near(holdOffs(first)[type], secondsToMonthEnd());

        const second = await send(project, makeEvents(type, 2));
        expect(second.status).toBe(429);
        expect(second.json).toEqual({ ...(refused() as object), ...tally({ quota_exceeded: 2 }) });
        near(Number(second.headers['retry-after']), secondsToMonthEnd());
        await waitForStored(system, project, 7);
        expect((await waitForUsage(system, project, 11))[`${type} quota_exceeded monthly_quota`]).toBe(4);
      }),
    60_000,
  );

  test(
    'are shared by all projects of one organization only',
    () =>
      withinHour(async () => {
        const organization = await createOrganization(system, { 'monthly.logs': 5 });
        const [one, two] = [await createProject(system, organization), await createProject(system, organization)];
        const stranger = await tenant({ 'monthly.logs': 5 });
        expect((await send(one, makeEvents('log', 3))).json).toEqual(accepted({ processed: 3 }));
        expect((await send(two, makeEvents('log', 3))).json).toEqual(accepted({ processed: 2, quota_exceeded: 1 }));
        expect((await send(one, makeEvents('log', 1))).status).toBe(429);
        expect((await send(stranger, makeEvents('log', 5))).json).toEqual(accepted({ processed: 5 }));
      }),
    60_000,
  );

  test(
    'metrics attached to a span cost nothing extra',
    () =>
      withinHour(async () => {
        const project = await tenant({ 'monthly.spans': 2, 'monthly.metrics': 0 });
        const span = () => makeEvent('span', { payload: { metrics: { a: 1, b: 2, c: 3 } } });
        expect((await send(project, [span(), span()])).json).toEqual(accepted({ processed: 2 }));
      }),
    60_000,
  );

  test(
    'rate limited, filtered and invalid events do not spend them',
    () =>
      withinHour(async () => {
        const project = await tenant({ 'monthly.errors': 4 }, { eventsPerHour: 2, 'filters.environments': ['dev'] });
        const filteredOne = makeEvent('exception', { contexts: { environment: 'dev' } });
        const invalid = { ...makeEvent('exception'), timestamp: 'never' };
        const first = await send(project, [filteredOne, invalid, ...makeEvents('exception', 5)]);
        expect(first.json).toEqual(accepted({ filtered: 1, invalid: 1, processed: 2, rate_limited: 3 }));
        await setProject(system, project, { eventsPerHour: null });
        await settingsInForce();
        const second = await send(project, makeEvents('exception', 5));
        expect(second.json).toEqual(accepted({ processed: 2, quota_exceeded: 3 }));
      }),
    60_000,
  );

  test(
    'the hourly cap is asked before the quota, event by event in batch order',
    () =>
      withinHour(async () => {
        const project = await tenant({ 'monthly.logs': 1 }, { eventsPerHour: 3 });
        const order: EventType[] = ['log', 'log', 'hit', 'hit', 'hit', 'log', 'span'];
        const answer = await send(
          project,
          order.map((type) => makeEvent(type)),
        );
        expect(answer.json).toEqual(accepted({ processed: 4, quota_exceeded: 1, rate_limited: 2 }));
        const found = holdOffs(answer);
        expect(Object.keys(found).sort()).toEqual(['hit', 'log']);
        near(found['hit'], secondsToHourEnd());
        // Logs exceed both limits; the response has the longer hold-off.
        near(found['log'], secondsToMonthEnd());
      }),
    60_000,
  );

  test(
    'hold-offs of different length make groups, equal ones share one, Retry-After is the shortest',
    () =>
      withinHour(async () => {
        const project = await tenant({ 'monthly.spans': 0 }, { eventsPerHour: 0 });
        const answer = await send(
          project,
          eventTypes.map((type) => makeEvent(type)),
        );
        expect(answer.status).toBe(429);
        expect(answer.json).toMatchObject(tally({ rate_limited: 4, quota_exceeded: 1 }));
        const found = holdOffs(answer);
        expect(Object.keys(found).sort()).toEqual([...eventTypes].sort());
        near(found['span'], secondsToMonthEnd());
        for (const type of ['exception', 'log', 'hit', 'replay']) near(found[type], secondsToHourEnd());
        near(Number(answer.headers['retry-after']), Math.min(secondsToHourEnd(), secondsToMonthEnd()));
      }),
    60_000,
  );

  test(
    'what was stored earlier this month counts',
    () =>
      withinHour(async () => {
        const mine = await createTenant(system, { organization: { 'monthly.metrics': 10 } });
        await system.sql(
          `insert into usage (project_id, type, outcome, reason, hour, epoch, count)
       values ($1, 'hit', 'processed', '', $2, 'the-past', 8)`,
          [mine.id, hourStart(0)],
        );
        await startLedger(system, mine);
        expect((await send(mine, makeEvents('hit', 5))).json).toEqual(accepted({ processed: 2, quota_exceeded: 3 }));
      }),
    60_000,
  );
});

function near(seconds: number | undefined, expected: number): void {
  expect(Math.abs((seconds ?? 0) - expected)).toBeLessThanOrEqual(30);
}

async function tenant(organization: Settings, project: Settings = {}): Promise<Project> {
  return createTenant(system, { organization, project });
}
