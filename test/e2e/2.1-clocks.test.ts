import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { connectApi, type ApiClient, type WireObject } from './support/api.js';
import { makeEvent, type WireEvent } from './support/events.js';
import { thrown } from './support/exceptions.js';
import { sendStored } from './support/sendStored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** As much as the arrival of an event may differ from the time that a test computes. */
const TOLERANCE_MS = 120_000;
let project: Project;
let api: ApiClient;
const system = useSystem();
beforeEach(async () => {
  project = await createTenant(system);
  api = await connectApi(system, project);
});
const at = (ms: number): string => new Date(ms).toISOString();
const isNear = (time: unknown, ms: number): boolean => Math.abs(Date.parse(String(time)) - ms) < TOLERANCE_MS;

describe('a device with a wrong clock', () => {
  test('does not hide a regression', async () => {
    const fault = (release: string, timestamp: string): WireEvent => thrown({ release, timestamp });
    await send(fault('build-a', at(Date.now() - HOUR)));
    const { id } = await only();
    await resolve(id);
    await send(fault('build-b', '1970-01-02T00:00:00.000Z'));
    expect(await only()).toMatchObject({ id, status: 'open', regressed: true });
    await resolve(id);
    await send(fault('build-b', at(Date.now())), fault('build-b', at(Date.now())));
    const issue = await only();
    expect(issue).toMatchObject({
      id,
      status: 'open',
      regressed: true,
      firstRelease: 'build-a',
      lastRelease: 'build-b',
    });
    expect(isNear(issue['firstSeen'], Date.now() - HOUR)).toBe(true);
  });

  test.each([
    ['in 1970', 86_400_000, 0],
    ['2 days behind', -2 * DAY, 0],
    ['25 hours behind', -25 * HOUR, 0],
    ['23 hours behind', -23 * HOUR, -23 * HOUR],
    ['50 seconds ahead', 50_000, 0],
    ['years ahead', 9 * 365 * DAY, 0],
  ])('%s: its events are ordered near their arrival', async (_name, offset, expected) => {
    const sentMs = offset === 86_400_000 ? offset : Date.now() + offset;
    await send(thrown({ release: 'web@1', user: 'ann', timestamp: at(sentMs) }));
    const orderedMs = Date.now() + expected;
    const seen = {
      issue: await only(),
      'issue of a range': await only({ from: at(Date.now() - HOUR), to: at(Date.now() + HOUR) }),
      release: await api.get('releases/web@1'),
      user: await api.until('users/id:ann', {}, () => true),
    };
    for (const [name, { firstSeen, lastSeen }] of Object.entries(seen)) {
      expect([name, isNear(firstSeen, orderedMs), isNear(lastSeen, orderedMs)]).toEqual([name, true, true]);
    }
    const [event = {}] = await api.all('exceptions');
    // Specification 2.1: only a timestamp more than a minute ahead is replaced.
    if (offset > 60_000 && offset !== 86_400_000) expect(isNear(event['timestamp'], Date.now())).toBe(true);
    else expect(event['timestamp']).toBe(at(sentMs));
  });
});

describe('a replay', () => {
  const segment = (replayId: string, number: number, startMs: number, endMs: number): WireEvent =>
    makeEvent('replay', {
      timestamp: at(endMs),
      payload: { replayId, segment: number, startTime: at(startMs), endTime: at(endMs), events: [{ type: 4 }] },
    });

  test.each([
    ['begins in seconds instead of milliseconds', (now: number) => now / 1_000],
    ['begins 3 days early', (now: number) => now - 3 * DAY],
    ['begins years ahead', (now: number) => now + 9 * 365 * DAY],
  ])('that %s has a bounded length', async (_name, wrong) => {
    const [replayId, now] = [randomUUID(), Date.now()];
    const begin = wrong(now - 20_000);
    await send(
      segment(replayId, 0, begin, begin > now ? begin + 1 : now - 15_000),
      segment(replayId, 1, now - 15_000, now - 10_000),
    );
    const { duration, startTime, endTime } = await api.get(`replays/${replayId}`);
    expect(duration).toBeLessThan(TOLERANCE_MS);
    expect([isNear(startTime, now), isNear(endTime, now)]).toEqual([true, true]);
  });

  test('of a device whose clock is wrong throughout keeps its length', async () => {
    const replayId = randomUUID();
    await send(segment(replayId, 0, 86_400_000, 86_405_000), segment(replayId, 1, 86_405_000, 86_410_000));
    expect(await api.get(`replays/${replayId}`)).toMatchObject({ duration: 10_000 });
  });
});

async function resolve(id: unknown): Promise<void> {
  const { status } = await api.request('PATCH', `issues/${String(id)}`, { body: { status: 'resolved' } });
  expect(status).toBe(200);
}

async function only(query: Record<string, string> = {}): Promise<WireObject> {
  const issues = await api.all('issues', query);
  expect(issues).toHaveLength(1);
  return issues[0] ?? {};
}

function send(...events: readonly WireEvent[]): Promise<void> {
  return sendStored(system, project, ...events.map((event) => [event]));
}
