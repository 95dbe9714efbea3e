import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { rowsIn } from './support/api.js';
import { makeEvent, serialOf, type WireEvent } from './support/events.js';
import { thrown } from './support/exceptions.js';
import { sendStored } from './support/sendStored.js';
import { momentOf, spanEvent } from './support/spans.js';
import { useSystem, useTenant, useApiClient } from './support/useSystem.js';

const system = useSystem();
const project = useTenant(system);
const api = useApiClient(system, project, 'project:read');

test('a replay is in the order of its segments, whatever the order of arrival, and lists missing ones', async () => {
  const replayId = randomUUID();
  const contexts = { environment: 'production', release: 'web@1', 'user.id': '7' };
  for (const number of [4, 0, 7, 1]) await send(segment(replayId, number, contexts));
  const replay = await api.get(`replays/${replayId}`);
  expect(replay).toMatchObject({
    id: replayId,
    startTime: momentOf(0),
    endTime: momentOf(39_000),
    duration: 39_000,
    segments: 4,
    gaps: [
      { from: 2, to: 3 },
      { from: 5, to: 6 },
    ],
    eventCount: 5 + 1 + 8 + 2,
    errorCount: 0,
    environment: 'production',
    release: 'web@1',
    user: 'id:7',
  });
  const list = rowsIn(replay['segmentList']);
  expect(list.map((one) => [one['segment'], one['eventCount'], one['startTime']])).toEqual(
    [0, 1, 4, 7].map((number) => [number, number + 1, momentOf(number * 5_000)]),
  );
  const [row] = (await api.all('replays')).filter(({ id }) => id === replayId);
  expect(replay).toMatchObject(row ?? { missing: true });

  // The gap is closed when the missing segment arrives.
  await send(segment(replayId, 3), segment(replayId, 2));
  expect(await api.get(`replays/${replayId}`)).toMatchObject({ segments: 6, gaps: [{ from: 5, to: 6 }] });
});

test('a segment has the events that were sent; an unknown segment is not found', async () => {
  const replayId = randomUUID();
  const sent = segment(replayId, 1);
  await send(sent, segment(replayId, 0));
  expect(await api.get(`replays/${replayId}/segments/1`)).toEqual({
    segment: 1,
    events: (sent['payload'] as { events: unknown })['events'],
  });
  for (const number of ['2', '-1', 'x', '1.5', '99999999999']) {
    const { status } = await api.request('GET', `replays/${replayId}/segments/${number}`);
    expect([number, [400, 404].includes(status)]).toEqual([number, true]);
  }
  expect((await api.request('GET', `replays/${randomUUID()}`)).status).toBe(404);
});

test('a segment sent in two batches counts once', async () => {
  const replayId = randomUUID();
  const one = segment(replayId, 0);
  await send(one, segment(replayId, 1));
  await sendStored(system, project, [one, makeEvent('log')]);
  const replay = await api.get(`replays/${replayId}`);
  expect(replay).toMatchObject({ segments: 2, gaps: [], eventCount: 3 });
  expect(rowsIn(replay['segmentList'])).toHaveLength(2);
});

test('a recording without its beginning has a gap from 0', async () => {
  const replayId = randomUUID();
  await send(segment(replayId, 2));
  expect(await api.get(`replays/${replayId}`)).toMatchObject({ segments: 1, gaps: [{ from: 0, to: 1 }] });
});

test('exceptions and traces with the id of a replay are found with it, and it with them', async () => {
  const [replayId, traceId, other] = [randomUUID(), randomUUID(), randomUUID()];
  const contexts = { 'replay.id': replayId, 'trace.id': traceId };
  const fault = thrown({ contexts });
  await send(
    // An exception may come before the recording that it belongs to.
    fault,
    segment(replayId, 0, { 'trace.id': traceId }),
    spanEvent({ traceId, uuid: 'root', contexts: { 'replay.id': replayId } }),
    thrown({ contexts: { 'replay.id': other } }),
  );
  const replay = await api.get(`replays/${replayId}`);
  expect(replay).toMatchObject({ errorCount: 1, traceIds: [traceId] });
  expect(rowsIn(replay['exceptions'])).toHaveLength(1);
  const exceptions = await api.all('exceptions', { replay: replayId });
  expect(exceptions.map(serialOf)).toEqual([serialOf(fault)]);
  expect((await api.get(`traces/${traceId}`))['replayIds']).toEqual([replayId]);
  const ofTrace = await api.all('replays', { trace: traceId });
  expect(ofTrace.map(({ id }) => id)).toEqual([replayId]);
});

test('replays are found by their user', async () => {
  const [mine, others] = [randomUUID(), randomUUID()];
  await send(segment(mine, 0, { 'user.id': 'me' }), segment(others, 0, { 'user.id': 'them' }));
  expect((await api.all('replays', { user: 'id:me' })).map(({ id }) => id)).toEqual([mine]);
});

function segment(replayId: string, number: number, contexts: WireEvent = {}): WireEvent {
  return makeEvent('replay', {
    contexts,
    payload: {
      replayId,
      segment: number,
      startTime: momentOf(number * 5_000),
      endTime: momentOf(number * 5_000 + 4_000),
      events: Array.from({ length: number + 1 }, (_, index) => ({ type: 3, at: number, index })),
    },
  });
}

function send(...events: readonly WireEvent[]): Promise<void> {
  return sendStored(system, project, ...events.map((event) => [event]));
}
