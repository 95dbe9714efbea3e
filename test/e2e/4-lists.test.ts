import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectApi, type WireObject } from './support/api.js';
import { makeEvent, serialOf, type EventType, type WireEvent } from './support/events.js';
import { sendStored } from './support/sendStored.js';
import { spanEvent } from './support/spans.js';
import { createTenant } from './support/tenant.js';
import { useSystem, useTenant, useApiClient } from './support/useSystem.js';

const rowsBefore = 23;

/** A list, and an event that adds one row to it; `mark` returns the value that distinguishes rows. */
interface ListCase {
  readonly path: string;
  readonly event: (index: number) => WireEvent;
}

const lists: readonly ListCase[] = [
  { path: 'exceptions', event: plain('exception') },
  { path: 'logs', event: plain('log') },
  { path: 'spans', event: plain('span') },
  { path: 'hits', event: plain('hit') },
  { path: 'replays', event: plain('replay') },
  {
    path: 'traces',
    event: (index) =>
      spanEvent({
        traceId: randomUUID(),
        uuid: 'root',
        contexts: { environment: index % 2 === 0 ? 'even' : 'odd', release: 'web@1' },
      }),
  },
  {
    path: 'issues',
    event: (index) =>
      makeEvent('exception', {
        contexts: { environment: index % 2 === 0 ? 'even' : 'odd', release: 'web@1' },
        payload: { type: `Error${randomUUID().replaceAll('-', '')}`, fingerprint: [randomUUID()] },
      }),
  },
  { path: 'users', event: () => makeEvent('log', { contexts: { 'user.id': randomUUID() } }) },
];
const system = useSystem();

const idOf = (row: WireObject): string => String(row['key'] ?? row['id']);

describe.each(lists.map((one) => [one.path, one] as const))('%s', (path, { event }) => {
  let before: readonly WireObject[];
  const project = useTenant(system);
  const api = useApiClient(system, project, 'project:read');
  beforeAll(async () => {
    // In several batches, so that arrivals differ.
    for (const count of [8, 8, rowsBefore - 16]) await send(count);
    before = (await api.until(path, { limit: 100 }, ({ data }) => (data as unknown[]).length === rowsBefore))[
      'data'
    ] as WireObject[];
  }, 60_000);

  test('page by page, every row comes once, in one order', async () => {
    const paged = await api.all(path, { limit: 5 });
    const known = new Set(before.map(idOf));
    expect(paged.map(idOf).filter((id) => known.has(id))).toEqual([...known]);
    expect(known.size).toBe(rowsBefore);
    expect(new Set(paged.map(idOf)).size).toBe(paged.length);
    expect((await api.list(path, { limit: 5 })).data).toHaveLength(5);
  });

  test('rows that arrive meanwhile shift nothing: those that were there come exactly once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await api.list(path, { limit: 4, cursor });
      seen.push(...page.data.map(idOf));
      cursor = page.next ?? undefined;
      if (seen.length < 16) await send(3);
    } while (cursor !== undefined);
    const known = new Set(before.map(idOf));
    expect(seen.filter((id) => known.has(id)).sort()).toEqual([...known].sort());
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('a page has the requested length, from 1 to 100', async () => {
    expect((await api.list(path, { limit: 1 })).data).toHaveLength(1);
    for (const limit of ['0', '101', '-1', '1.5', 'ten', '', '1e1', '0x10', ' ']) {
      const { status, json } = await api.request('GET', path, { query: { limit } });
      const shown = { limit, status, code: (json as { error?: { code: string } }).error?.code };
      // A number is a number, however it is written.
      if (status !== 200) expect(shown).toEqual({ limit, status: 400, code: 'bad_query' });
      else expect(Number(limit)).toBeGreaterThanOrEqual(1);
    }
  });

  test('rejects cursors of another sort or list, and malformed ones', async () => {
    const other = path === 'spans' ? 'traces' : 'spans';
    const { next } = await api.list(path, { limit: 1 });
    const misuses = [
      [other, next],
      [path, 'nonsense'],
      [path, `${next ?? ''}x`],
      [path, Buffer.from('["1","spans"]').toString('base64url')],
      [path, 'ä'],
    ] as const;
    for (const [where, cursor] of misuses) {
      const { status, json } = await api.request('GET', where, { query: { cursor: cursor ?? '' } });
      expect([where, cursor, status, (json as { error: { code: string } }).error.code]).toEqual([
        where,
        cursor,
        400,
        'bad_cursor',
      ]);
    }
  });

  test('is bounded by from and to', async () => {
    const year = 365 * 86_400_000;
    const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
    // Issues and users are bounded by the times of their events, which these tests put far back.
    expect((await api.all(path, { from: '2000-01-01', to: at(year) })).length).toBeGreaterThanOrEqual(rowsBefore);
    expect(await api.all(path, { to: '2000-01-01' })).toEqual([]);
    expect(await api.all(path, { from: at(year) })).toEqual([]);
    // Counts of issues are of whole hours, so an empty range of today is one.
    expect(await api.all(path, { from: at(year), to: at(year) })).toEqual([]);
    const answer = await api.request('GET', path, { query: { from: at(year), to: at(0) } });
    expect(answer.status).toBe(400);
  });

  function send(count: number): Promise<void> {
    return sendStored(
      system,
      project,
      Array.from({ length: count }, (_, index) => event(index)),
    );
  }
});

describe('the time of arrival', () => {
  test('bounds a list to the millisecond: from belongs to it, to does not', async () => {
    const project = await createTenant(system);
    const api = await connectApi(system, project, 'project:read');
    const events = [makeEvent('log'), makeEvent('log'), makeEvent('log')];
    for (const one of events) await sendStored(system, project, [one]);
    const rows = await api.all('logs');
    expect(rows.map(serialOf)).toEqual(events.map(serialOf).reverse());
    const [newest = '', middle = '', oldest = ''] = rows.map(({ receivedAt }) => String(receivedAt));
    expect(newest > middle && middle > oldest).toBe(true);
    const between = await api.all('logs', { from: middle, to: newest });
    expect(between.map(({ receivedAt }) => receivedAt)).toEqual([middle]);
    expect(between[0]?.['timestamp']).toBe('2024-05-01T12:00:00.000Z');
  });

  test('environment and release narrow a list', async () => {
    const project = await createTenant(system);
    const api = await connectApi(system, project, 'project:read');
    for (const { path, event } of lists.filter((one) => !['users', 'replays', 'hits'].includes(one.path))) {
      await sendStored(system, project, [event(0), event(1), event(2)]);
      const inEven = (await api.all(path, { environment: 'even' })).length;
      const inOdd = (await api.all(path, { environment: 'odd', release: 'web@1' })).length;
      expect([path, inEven > inOdd, inOdd > 0]).toEqual([path, true, true]);
      expect(await api.all(path, { release: 'web@2' })).toEqual([]);
    }
  });
});

function plain(type: EventType) {
  return (index: number): WireEvent =>
    makeEvent(type, { contexts: { environment: index % 2 === 0 ? 'even' : 'odd', release: 'web@1' } });
}
