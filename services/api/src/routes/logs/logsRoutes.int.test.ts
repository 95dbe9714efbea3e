import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { HISTOGRAM_SCAN } from '@sluice/contract';
import { PARTITIONED_TABLES, copyRows, ensurePartitions, inTransaction } from '@sluice/db';
import { useApi } from '../../testing/apiHarness.js';
import { eventIdAt } from '../../testing/storeSpans.js';
import { useTenant } from '@sluice/testkit';

const MINUTE = 60_000;
const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const range = { fromMs: api.now - 2 * 86_400_000, throughMs: api.now };
  await ensurePartitions(api.db, { tables: PARTITIONED_TABLES, interval: 'day', ...range });
});
beforeEach(() => api.db.pool.query('truncate logs'));

interface List {
  readonly data: readonly { readonly id: string; readonly message: string }[];
}

describe('filters of logs', () => {
  test('name several levels, and attributes or tags', async () => {
    await store(
      { message: 'a', level: 'error', attributes: { plan: 'pro', seats: 5 } },
      { message: 'b', level: 'warn', tags: { region: 'eu west' } },
      { message: 'c', attributes: { plan: 'free' }, tags: { region: 'eu west' } },
    );
    const messages = async (query: string): Promise<readonly string[]> =>
      (await get<List>(`?${query}`)).data.map(({ message }) => message).sort();
    expect(await messages('levels=error,warning')).toEqual(['a', 'b']);
    expect(await messages('level=info')).toEqual(['c']);
    expect(await messages('attributes=plan:pro')).toEqual(['a']);
    expect(await messages('attributes=seats:5')).toEqual(['a']);
    expect(await messages(`attributes=${encodeURIComponent('region:"eu west"')}`)).toEqual(['b', 'c']);
    expect(await messages(`attributes=${encodeURIComponent('region:"eu west" plan:free')}`)).toEqual(['c']);
    expect(await get('?attributes=plan', 400)).toMatchObject({ error: { code: 'bad_query' } });
    expect(await get('?levels=error,loud', 400)).toMatchObject({ error: { message: expect.stringContaining('loud') } });
  });
});

describe('the histogram of logs', () => {
  test('counts by level and time, with the filters of the list', async () => {
    await store(
      { ago: MINUTE, level: 'error' },
      { ago: MINUTE, level: 'warn' },
      { ago: 3 * MINUTE, level: 'error', message: 'other' },
      { ago: 3 * 3_600_000 },
    );
    expect(await get('/histogram')).toMatchObject({
      interval: 60,
      next: null,
      scannedTo: null,
      data: [
        { time: new Date(api.now - 3 * MINUTE).toISOString(), levels: { error: 1 } },
        { time: new Date(api.now - MINUTE).toISOString(), levels: { error: 1, warning: 1 } },
      ],
    });
    expect(await get('/histogram?query=hello&levels=error')).toMatchObject({ data: [{ levels: { error: 1 } }] });
    expect(await get('/histogram?interval=3600')).toMatchObject({ interval: 3_600, data: [{ levels: { error: 2 } }] });
  });

  test('says how far it counted, and its pages add up', async () => {
    const more = 500;
    await api.db.pool.query(
      `insert into logs (project_id, id, timestamp, level, message)
       select $1, (overlay(lpad(to_hex($2::int8 - n / 100), 12, '0') placing '' from 13 for 0)
         || '8000' || '8' || lpad(to_hex(n), 15, '0'))::uuid, now(), 'info', 'line'
       from generate_series(1, $3::int) n`,
      [tenant.projectId, api.now - 1_000, HISTOGRAM_SCAN + more],
    );
    const sum = ({ data }: { readonly data: readonly { readonly levels: Record<string, number> }[] }): number =>
      data.reduce((total, { levels }) => total + (levels['info'] ?? 0), 0);
    interface Histogram {
      readonly data: readonly { readonly levels: Record<string, number> }[];
      readonly next: string | null;
      readonly scannedTo: string | null;
    }
    const first = await get<Histogram>('/histogram');
    expect([sum(first), typeof first.scannedTo]).toEqual([HISTOGRAM_SCAN, 'string']);
    const second = await get<Histogram>(`/histogram?cursor=${first.next ?? ''}`);
    expect([sum(second), second.next]).toEqual([more, null]);
  });
});

describe('the logs around a log', () => {
  test('are the nearest of its environment or of its trace, in order of arrival', async () => {
    const ids = await store(
      ...Array.from({ length: 9 }, (_, index) => ({
        ago: 10_000 - index,
        message: `line ${index}`,
        environment: index === 3 ? null : 'production',
        ...(index % 4 === 0 ? { trace_id: 't' } : {}),
      })),
    );
    interface Around {
      readonly before: List['data'];
      readonly log: List['data'][number];
      readonly after: List['data'];
    }
    const around = async (query: string): Promise<readonly unknown[]> => {
      const { before, log, after } = await get<Around>(`/${ids[4] ?? ''}/surroundings?${query}`);
      const messages = (logs: readonly { message: string }[]): string =>
        logs.map(({ message }) => message.slice(5)).join(' ');
      return [messages(before), messages([log]), messages(after)];
    };
    expect(await around('limit=2')).toEqual(['1 2', '4', '5 6']);
    expect(await around('within=trace')).toEqual(['0', '4', '8']);
    await get(`/${eventIdAt(0)}/surroundings`, 404);
  });
});

interface Shape {
  readonly ago?: number;
  readonly level?: string;
  readonly message?: string;
  readonly environment?: string | null;
  readonly trace_id?: string;
  readonly attributes?: object;
  readonly tags?: object;
}

/** Stores logs and returns their ids. */
async function store(...shapes: readonly Shape[]): Promise<readonly string[]> {
  const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
  const rows = shapes.map(({ ago = MINUTE, attributes, tags, ...fields }) => ({
    project_id: tenant.projectId,
    id: eventIdAt(api.now - ago),
    timestamp: api.now - ago,
    level: 'info',
    message: 'hello',
    environment: 'production',
    ...fields,
    attributes: json(attributes),
    tags: json(tags),
  }));
  await inTransaction(api.db, (tx) => copyRows(tx, 'logs', rows));
  return rows.map(({ id }) => id);
}

async function get<T>(path: string, status = 200): Promise<T> {
  const answer = await api.ask(`${tenant.path}/logs${path}`, { token: tenant.token });
  expect([path, answer.status]).toEqual([path, status]);
  return answer.body as T;
}
