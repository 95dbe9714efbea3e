import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { copyRows, ensurePartitions, inTransaction, markLateLogs, PARTITIONED_TABLES } from '@sluice/db';
import { startTestApi, type Tenant, type TestApi } from '../../testing/apiHarness.js';
import { eventIdAt } from '../../testing/storeSpans.js';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startTestApi({ streams: 2, streamMs: 60_000 });
  tenant = await api.newTenant('ours');
  const range = { fromMs: api.now - 86_400_000, throughMs: api.now };
  await ensurePartitions(api.db, { tables: PARTITIONED_TABLES, interval: 'day', ...range });
});
afterAll(() => api.stop());

let stored = 0;
const store = (...messages: readonly string[]): Promise<void> =>
  inTransaction(api.db, async (tx) => {
    const rows = messages.map((message) => ({
      project_id: tenant.projectId,
      id: eventIdAt(api.now - 1_000 + (stored += 1)),
      timestamp: api.now,
      ...{ level: 'info', message, attributes: null },
    }));
    await copyRows(tx, 'logs', rows);
    await markLateLogs(
      tx,
      rows.map(({ project_id: projectId, id }) => ({ projectId, id })),
    );
  });

interface Message {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** Opens a stream once the place of an earlier one is free. */
async function openFree(query = '', lastEventId?: string): ReturnType<typeof open> {
  for (;;) {
    const stream = await open(query, lastEventId);
    if (stream.status !== 503) return stream;
    stream.close();
  }
}

/** An open stream, and its messages one by one; `undefined` at its end. */
async function open(query = '', lastEventId?: string) {
  const request = get(`${api.url}${tenant.path}/logs/tail${query}`, {
    agent: false,
    headers: {
      authorization: `Bearer ${tenant.token}`,
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

const messagesOf = (message: Message | undefined): readonly string[] =>
  (JSON.parse(message?.data ?? '{}') as { logs: readonly { message: string }[] }).logs.map(({ message: text }) => text);

describe('the live tail of logs', () => {
  test('sends what is stored after it was opened, and goes on without gaps or repetitions', async () => {
    await store('before');
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

  test('a position that is none, a wrong filter and too many streams are refused', async () => {
    expect((await openFree('', 'x')).status).toBe(400);
    expect((await openFree('?attributes=x')).status).toBe(400);
    const only = await openFree();
    await only.next();
    expect((await open()).status).toBe(503);
    only.close();
  });

  test('ends when the server stops', async () => {
    const stream = await openFree();
    await stream.next();
    await api.stopServing();
    let message = await stream.next();
    while (message !== undefined) message = await stream.next();
    expect(message).toBeUndefined();
  });
});
