import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rowsIn, type WireObject } from './support/api.js';
import { makeEvent, type WireEvent } from './support/events.js';
import { sendStored } from './support/sendStored.js';
import { momentOf, spanEvent, type SpanShape } from './support/spans.js';
import { useSystem, useTenant, useApiClient } from './support/useSystem.js';

const system = useSystem();
const project = useTenant(system);
const api = useApiClient(system, project, 'project:read');

const send = (...batches: readonly (readonly WireEvent[])[]): Promise<void> => sendStored(system, project, ...batches);

describe('one trace of several roots', () => {
  const traceId = randomUUID();
  const shapes = [
    {
      uuid: 'late',
      startMs: 300,
      lengthMs: 100,
      contexts: { environment: 'second', team: 'b' },
      tags: { who: 'late' },
    },
    { uuid: 'leaf', parentId: 'inner', startMs: 30, status: 'error' },
    { uuid: 'lost', parentId: 'nobody', startMs: 200, status: 'error' },
    { uuid: 'other', parentId: 'early', startMs: 5, status: 'cancelled' },
    {
      uuid: 'early',
      name: 'GET /cart',
      op: 'http.server',
      startMs: 0,
      lengthMs: 250,
      contexts: { environment: 'first', team: 'a', region: 'eu' },
      tags: { who: 'early', only: 'early' },
    },
    { uuid: 'inner', parentId: 'early', startMs: 20, lengthMs: 60 },
  ] as const;
  let trace: WireObject;
  beforeAll(async () => {
    // The children are stored before their parents, and the later root before the earlier one.
    await send(...spansOf(traceId, shapes).map((event) => [event]));
    trace = await api.get(`traces/${traceId}`);
  });

  test('is a tree in the order of the starts, orphans at its top', () => {
    expect(drawn(rowsIn(trace['spans']))).toBe('early[other inner[leaf]] lost? late');
  });

  test('has name, op and status of the first root, times and counts of all', () => {
    expect(trace).toMatchObject({
      id: traceId,
      name: 'GET /cart',
      op: 'http.server',
      status: 'ok',
      startTime: momentOf(0),
      endTime: momentOf(400),
      duration: 400,
      spanCount: 6,
      errorCount: 2,
      rootCount: 2,
      approximate: false,
      truncated: false,
    });
  });

  test('merges its roots in the order of their start: the last one with a value wins', () => {
    expect(trace).toMatchObject({
      environment: 'second',
      tags: { who: 'late', only: 'early' },
      contexts: { team: 'b', region: 'eu' },
    });
  });

  test('is the same in the list as by itself', async () => {
    const row = (await api.all('traces')).find(({ id }) => id === traceId);
    expect(row).toBeDefined();
    expect(trace).toMatchObject(row ?? {});
  });

  test('is found by its fields only', async () => {
    const found = async (query: Record<string, string | number>): Promise<boolean> =>
      (await api.all('traces', query)).some(({ id }) => id === traceId);
    const answers = {
      name: await found({ query: 'get /CART' }),
      op: await found({ op: 'http.server' }),
      status: await found({ status: 'ok' }),
      length: await found({ minDuration: 400, maxDuration: 400 }),
      otherName: await found({ query: 'GET /carts' }),
      otherStatus: await found({ status: 'error' }),
      tooShort: await found({ minDuration: 401 }),
    };
    expect(answers).toEqual({
      name: true,
      op: true,
      status: true,
      length: true,
      otherName: false,
      otherStatus: false,
      tooShort: false,
    });
  });
});

describe('spans that are not as they should be', () => {
  test('one sent in two batches is counted and shown once', async () => {
    const traceId = randomUUID();
    const [root, child] = spansOf(traceId, [{ uuid: 'r' }, { uuid: 'c', parentId: 'r', startMs: 1, status: 'error' }]);
    // The bytes of the second batch differ, so that only the span's id identifies the duplicate.
    await send([root ?? {}, child ?? {}], [child ?? {}, makeEvent('log')]);
    const trace = await api.get(`traces/${traceId}`);
    expect(trace).toMatchObject({ spanCount: 2, errorCount: 1 });
    expect(drawn(rowsIn(trace['spans']))).toBe('r[c]');
    expect((await api.all('traces')).find(({ id }) => id === traceId)).toMatchObject({ spanCount: 2, errorCount: 1 });
  });

  test('a trace without a root is named after its earliest span', async () => {
    const traceId = randomUUID();
    await send(
      spansOf(traceId, [
        { uuid: 'b', parentId: 'gone', startMs: 5 },
        { uuid: 'a', parentId: 'gone', startMs: 2 },
      ]),
    );
    const trace = await api.get(`traces/${traceId}`);
    expect(trace).toMatchObject({ name: 'a', rootCount: 0, spanCount: 2 });
    expect(drawn(rowsIn(trace['spans']))).toBe('a? b?');
  });

  test('spans that enclose each other in a circle are all shown', async () => {
    const traceId = randomUUID();
    await send(
      spansOf(traceId, [
        { uuid: 'a', parentId: 'b' },
        { uuid: 'b', parentId: 'a', startMs: 1 },
        { uuid: 'own', parentId: 'own', startMs: 2 },
      ]),
    );
    const text = JSON.stringify((await api.get(`traces/${traceId}`))['spans']);
    expect(text.match(/"uuid"/g)).toHaveLength(3);
  });

  test('a trace whose spans arrive far apart has one row in the list', async () => {
    const traceId = randomUUID();
    const [first, second] = spansOf(traceId, [{ uuid: 'r' }, { uuid: 'c', parentId: 'r' }]);
    await send([first ?? {}]);
    const [{ receivedAt } = {}] = (await api.all('traces')).filter(({ id }) => id === traceId);
    await send([makeEvent('span'), second ?? {}]);
    const rows = (await api.all('traces')).filter(({ id }) => id === traceId);
    expect(rows).toMatchObject([{ spanCount: 2, receivedAt }]);
  });
});

describe('events of a trace', () => {
  test('page traces of a visit link to each other', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const [first = '', second = '', third = ''] = ids;
    const page = (traceId: string, previous?: string): WireEvent =>
      spanEvent({
        traceId,
        uuid: randomUUID(),
        contexts: previous === undefined ? {} : { 'previous_trace.id': previous },
      });
    // The later page is sent first: a link may be stored before its target.
    await send([page(third, second)], [page(second, first)], [page(first)]);
    const links = await Promise.all(
      ids.map(async (id) => {
        const { previousTraceId, nextTraceIds } = await api.get(`traces/${id}`);
        return { previousTraceId: previousTraceId, nextTraceIds: nextTraceIds };
      }),
    );
    expect(links).toEqual([
      { previousTraceId: null, nextTraceIds: [second] },
      { previousTraceId: first, nextTraceIds: [third] },
      { previousTraceId: second, nextTraceIds: [] },
    ]);
  });

  test('include the exceptions, logs and replays with its id', async () => {
    const [traceId, replayId] = [randomUUID(), randomUUID()];
    const contexts = { 'trace.id': traceId, 'span.id': 'inside', 'replay.id': replayId };
    await send([
      ...spansOf(traceId, [{ uuid: 'inside' }]),
      makeEvent('exception', { contexts, payload: { type: 'RangeError', message: 'too far' } }),
      makeEvent('log', { contexts, payload: { message: 'on the way' } }),
      makeEvent('log', { payload: { message: 'elsewhere' } }),
    ]);
    const trace = await api.get(`traces/${traceId}`);
    expect(trace['exceptions']).toMatchObject([{ type: 'RangeError', message: 'too far', spanId: 'inside' }]);
    expect(trace['logs']).toMatchObject([{ message: 'on the way', spanId: 'inside' }]);
    expect(trace['replayIds']).toEqual([replayId]);
    const [{ issueId } = {}] = rowsIn(trace['exceptions']);
    expect(issueId).toMatch(/\S/);
  });

  test('include a span, which is found by its trace and by itself, with its contexts', async () => {
    const traceId = randomUUID();
    await send(spansOf(traceId, [{ uuid: 'r', contexts: { 'user.id': '7', shelf: 'top' }, tags: { a: 'b' } }]));
    const [span] = await api.all('spans', { trace: traceId });
    expect(span).toMatchObject({ uuid: 'r', traceId, tags: { a: 'b' }, startTime: momentOf(0) });
    const detail = await api.get(`spans/${String(span?.['id'])}`);
    expect(detail).toMatchObject({ ...span, contexts: { shelf: 'top' } });
  });
});

/** `root[child[leaf] child]`; an orphan has a `?`. */
function drawn(nodes: readonly WireObject[]): string {
  return nodes
    .map(({ uuid, orphan, children }) => {
      const inner = drawn(rowsIn(children));
      return `${String(uuid)}${orphan === true ? '?' : ''}${inner === '' ? '' : `[${inner}]`}`;
    })
    .join(' ');
}

function spansOf(traceId: string, shapes: readonly Omit<SpanShape, 'traceId'>[]): WireEvent[] {
  return shapes.map((shape) => spanEvent({ traceId, ...shape }));
}
