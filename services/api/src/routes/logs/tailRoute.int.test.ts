import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { copyRows, ensurePartitions, inTransaction, markLateLogs, PARTITIONED_TABLES } from '@sluice/db';
import { waitFor } from '@sluice/testkit';
import { startTestApi, type Tenant, type TestApi } from '../../testing/apiHarness.js';
import { newPerson } from '../../testing/newPerson.js';
import { eventIdAt } from '../../testing/storeSpans.js';

let api: TestApi;
let tenant: Tenant;
beforeAll(start);
afterAll(() => api.stop());

let stored = 0;

interface Message {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

describe('the live tail of logs', () => {
  test('sends what is stored after it was opened, and goes on without gaps or repetitions', async () => {
    await store('before');
    await settled();
    const stream = await openFree();
    expect(stream.type).toBe('text/event-stream; charset=utf-8');
    const opened = await stream.next();
    expect(opened).toMatchObject({ id: expect.stringMatching(/^\d+-\d+$/), data: '{}' });
    await store('one', 'two');
    const first = await stream.next();
    expect(messagesOf(first)).toEqual(['one', 'two']);
    stream.close();
    await store('three');
    const again = await openFree('', first?.id);
    expect(messagesOf(await again.next())).toEqual(['three']);
    again.close();
    const byQuery = await openFree(`?after=${first?.id}`);
    expect(messagesOf(await byQuery.next())).toEqual(['three']);
    byQuery.close();
    const fromStart = await openFree('?query=t', opened?.id);
    expect(messagesOf(await fromStart.next())).toEqual(['two', 'three']);
    fromStart.close();
  });

  test('after a long interruption it says that logs may be missing', async () => {
    const stream = await openFree();
    const opened = await stream.next();
    stream.close();
    const [horizon = '', readMs = ''] = opened?.id?.split('-') ?? [];
    const late = await openFree('', `${horizon}-${Number(readMs) - 3_600_000}`);
    expect(JSON.parse((await late.next())?.data ?? '')).toMatchObject({ truncated: true });
    late.close();
  });

  test('a position of 1970 is one of a long interruption', async () => {
    const stream = await openFree('?after=1-0');
    expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({ truncated: true });
    stream.close();
  });

  test('rejects an invalid position, an invalid filter and too many streams', async () => {
    expect((await openFree('', 'x')).status).toBe(400);
    expect((await openFree('?attributes=x')).status).toBe(400);
    const only = await openFree();
    await only.next();
    expect((await open()).status).toBe(503);
    only.close();
  });

  test.each([
    ['the token was revoked', 'update tokens set revoked_at = now() where organization_id = $1', 401],
    ['the project was deleted', 'update projects set deleted_at = now() where organization_id = $1', 404],
  ])('ends without another line once %s', async (_what, end, status) => {
    const before = tenant;
    tenant = await api.newTenant(`ending-${status}`);
    const stream = await openFree();
    await stream.next();
    await store('still allowed');
    expect(messagesOf(await stream.next())).toEqual(['still allowed']);
    await api.db.pool.query(end, [tenant.organizationId]);
    api.now += 2_000;
    await store('not for you any more');
    const last = await stream.next();
    expect(JSON.parse(last?.data ?? '')).toMatchObject({
      error: { code: status === 401 ? 'unauthorized' : 'not_found' },
    });
    expect(await stream.next()).toBeUndefined();
    expect((await open()).status).toBe(status);
    tenant = before;
  });

  test('ends with the session and with the membership', async () => {
    const viewer = await newPerson(api, { organization: 'ours', role: 'viewer' });
    for (const end of [
      'delete from memberships where user_id = $1',
      'update sessions set ended_at = now() where user_id = $1',
    ]) {
      const stream = await openFree('', undefined, viewer.headers);
      await stream.next();
      await api.db.pool.query(end, [viewer.userId]);
      api.now += 2_000;
      expect((await stream.next())?.data).toMatch(/"code":"(not_found|unauthorized)"/);
      await api.db.pool.query(
        `insert into memberships (organization_id, user_id, role) values ($1, $2, 'viewer') on conflict do nothing`,
        [tenant.organizationId, viewer.userId],
      );
    }
  });

  test('ends when the server stops', async () => {
    const stream = await openFree();
    await stream.next();
    await api.stopServing();
    let message = await stream.next();
    while (message !== undefined) message = await stream.next();
    expect(message).toBeUndefined();
    await api.stop();
    await start();
  });
});

async function start(): Promise<void> {
  api = await startTestApi({ streams: 2, streamMs: 60_000 });
  tenant = await api.newTenant('ours');
  const range = { fromMs: api.now - 86_400_000, throughMs: api.now };
  await ensurePartitions(api.db, { tables: PARTITIONED_TABLES, interval: 'day', ...range });
}

/** Resolves when all that is stored is settled: transactions of other test files hold it back on the same server. */
async function settled(): Promise<void> {
  const { rows } = await api.db.pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  await waitFor(async () => {
    const { rows: now } = await api.db.pool.query<{ done: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as done',
      [rows[0]?.xid],
    );
    return now[0]?.done === true;
  });
}

/** Opens a stream once the place of an earlier one is free. */
async function openFree(...asked: Parameters<typeof open>): ReturnType<typeof open> {
  for (;;) {
    const stream = await open(...asked);
    if (stream.status !== 503) return stream;
    stream.close();
  }
}

/** An open stream, and its messages one by one; `undefined` at its end. */
async function open(query = '', lastEventId?: string, sender?: Readonly<Record<string, string>>) {
  const request = get(`${api.url}${tenant.path}/logs/tail${query}`, {
    agent: false,
    headers: {
      ...(sender ?? { authorization: `Bearer ${tenant.token}` }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
  let rest = '';
  const next = async (): Promise<Message | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end !== -1) {
        const lines = rest.slice(0, end).split('\n');
        rest = rest.slice(end + 2);
        const field = (name: string): string | undefined =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        if (field('retry') === undefined) return { id: field('id'), data: field('data') };
        continue;
      }
      const { value, done } = (await chunks.next()) as IteratorResult<string, undefined>;
      if (done === true) return undefined;
      rest += value;
    }
  };
  return { status: response.statusCode, type: response.headers['content-type'], next, close: () => request.destroy() };
}

function store(...messages: readonly string[]): Promise<void> {
  return inTransaction(api.db, async (tx) => {
    const rows = messages.map((message) => ({
      project_id: tenant.projectId,
      id: eventIdAt(api.now - 1_000 + (stored += 1)),
      timestamp: api.now,
      level: 'info',
      message,
      attributes: null,
    }));
    await copyRows(tx, 'logs', rows);
    await markLateLogs(
      tx,
      rows.map(({ project_id: projectId, id }) => ({ projectId, id })),
    );
  });
}

function messagesOf(message: Message | undefined): readonly string[] {
  return (JSON.parse(message?.data ?? '{}') as { logs: readonly { message: string }[] }).logs.map(
    ({ message: text }) => text,
  );
}
