import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensurePartitions, PARTITIONED_TABLES } from '@sluice/db';
import { useApi } from './testing/apiHarness.js';
import { storeThrown } from './testing/storeThrown.js';
import { useTenant } from '@sluice/testkit';

const HOUR = 3_600_000;
const TRACES = ['4bf92f3577b34da6a3ce929d0e0e4736', '4bf92f3577b34da6ffffffffffffffff', 'abcdef01', 'abcdef0123'];
const REPLAY = '7d9f7c1e-2b7c-4e57-9d4e-0a4c8f1b2c3d';
/** Two issues whose exceptions arrived in one minute, and one of an earlier hour. */
let issues: readonly string[];
let exceptions: readonly string[];

const api = useApi();
const ours = useTenant(api, 'ours');
const theirs = useTenant(api, 'theirs');
beforeAll(async () => {
  const range = {
    tables: PARTITIONED_TABLES,
    interval: 'day',
    fromMs: api.now - 24 * HOUR,
    throughMs: api.now,
  } as const;
  await ensurePartitions(api.db, range);
  issues = await storeThrown(api, ours, [
    { hash: 'aa', ago: HOUR, trace: TRACES[0] ?? null, replay: REPLAY },
    { hash: 'bb', ago: HOUR - 1, trace: TRACES[1] ?? null },
    { hash: 'cc', ago: 5 * HOUR },
  ]);
  await storeThrown(api, theirs, [{ hash: 'aa', ago: 5 * HOUR + 3 }]);
  const all = (await get('/exceptions')).body as { data: readonly { id: string }[] };
  exceptions = all.data.map(({ id }) => id).sort();
  const day = new Date(api.now).toISOString().slice(0, 10);
  for (const [index, trace] of TRACES.entries()) {
    const id = exceptions[index % 3];
    await api.db.pool.query(
      `insert into traces (project_id, day, trace_id, first_start, last_end, span_count, error_count, roots, earliest, first_id)
       values ($1, $2, $3, now(), now(), 1, 0, '[]', $4, $5)`,
      [
        ours.projectId,
        day,
        trace,
        JSON.stringify({
          id,
          uuid: 's',
          name: 'n',
          op: null,
          status: 'ok',
          environment: null,
          release: null,
          user: null,
          start: 0,
          end: 1,
        }),
        id,
      ],
    );
  }
  await api.db.pool.query(
    `insert into replay_sessions (project_id, day, replay_id, first_id, head_segment, head_id) values ($1, $2, $3, $4, 0, $4)`,
    [ours.projectId, day, REPLAY, exceptions[0]],
  );
});

const get = (path: string, tenant = ours) => api.ask(`${tenant.path}${path}`, { token: tenant.token });
const codeOf = ({ body }: { body: unknown }): unknown => (body as { error?: { code: string } }).error?.code;
const messageOf = ({ body }: { body: unknown }): string => (body as { error: { message: string } }).error.message;

describe('the beginning of an id', () => {
  test('of 8 hex digits or more, in either case, with or without dashes, finds the object with this prefix', async () => {
    const [id = ''] = exceptions;
    for (const given of [id.slice(0, 8), id.slice(0, 9), id.slice(0, 12), id.slice(0, 30), id.replaceAll('-', '')]) {
      for (const text of [given, given.toUpperCase()]) {
        const { status, body } = await get(`/exceptions/${text}`);
        expect([text, status, (body as { id: string }).id]).toEqual([text, 200, id]);
      }
    }
  });

  test('of several is a 409 that lists them', async () => {
    const prefix = exceptions[1]?.slice(0, 8) ?? '';
    const answer = await get(`/exceptions/${prefix}`);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'ambiguous_id']);
    expect(answer.body).toMatchObject({
      error: {
        ids: exceptions.slice(1),
        message: `"${prefix}" matches 2 exception ids. Give more digits.`,
      },
    });
  });

  test('of none, of another project, of 7 digits or with dashes elsewhere gets a 404, as any other id does', async () => {
    const [id = ''] = exceptions;
    for (const given of ['00000000', id.slice(0, 7), `${id.slice(0, 4)}-${id.slice(4, 8)}`, `${id.slice(0, 8)}%`]) {
      expect([given, (await get(`/exceptions/${encodeURIComponent(given)}`)).status]).toEqual([given, 404]);
    }
    expect(messageOf(await get('/exceptions/0198c'))).toBe(
      '"0198c" is too short for an id: at least the first 8 digits are needed.',
    );
    const foreign = idsOf(await get('/exceptions', theirs))[0] ?? '';
    expect((await get(`/exceptions/${foreign.slice(0, 13)}`)).status).toBe(404);
  });

  test('of an issue reads, changes and merges it', async () => {
    const [first = '', second = '', third = ''] = issues;
    const token = ours.token;
    expect((await get(`/issues/${third.slice(0, 8)}`)).body).toMatchObject({ id: third });
    expect(idsOf(await get(`/issues/${third.slice(0, 8)}/events`))).toHaveLength(1);
    const ignored = await api.ask(`${ours.path}/issues/${third.slice(0, 8)}`, {
      method: 'PATCH',
      token,
      body: { status: 'ignored' },
    });
    expect(ignored.body).toMatchObject({ id: third, status: 'ignored' });
    const merge = (others: readonly string[]) =>
      api.ask(`${ours.path}/issues/${first.slice(0, 13)}/merge`, { method: 'POST', token, body: { issues: others } });
    expect([(await merge([first.slice(0, 8)])).status, (await merge(['00000000'])).status]).toEqual([409, 404]);
    expect((await merge([second.slice(0, 13)])).body).toMatchObject({ id: first, count: 2 });
  });

  test('of a trace or a replay reads it, and filters lists by it', async () => {
    const [first = '', second = '', short = '', longer = ''] = TRACES;
    expect((await get(`/traces/${first.slice(0, 20)}`)).body).toMatchObject({ id: first });
    expect(codeOf(await get(`/traces/${first.slice(0, 8)}`))).toBe('ambiguous_id');
    expect((await get(`/replays/${REPLAY.slice(0, 8)}/segments/0`)).status).toBe(404);
    expect(idsOf(await get(`/exceptions?trace=${second.slice(0, 20)}`))).toEqual([exceptions[2]]);
    expect(idsOf(await get(`/exceptions?replay=${REPLAY.replaceAll('-', '').slice(0, 14)}`))).toEqual([exceptions[1]]);
    expect(idsOf(await get(`/exceptions?trace=00000000`))).toEqual([]);
    // A client may make ids so short that they are the beginning of another one.
    expect((await get(`/traces/${short}`)).body).toMatchObject({ id: short });
    expect((await get(`/traces/${longer.slice(0, 9)}`)).body).toMatchObject({ id: longer });
  });
});

function idsOf({ body }: { body: unknown }): readonly string[] {
  return (body as { data: readonly { id: string }[] }).data.map(({ id }) => id);
}
