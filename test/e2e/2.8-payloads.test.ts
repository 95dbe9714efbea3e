import { describe, expect, test } from '@jest/globals';
import { makeEvent, serialOf, type EventType, type WireEvent } from './support/events.js';
import { sendAccepted } from './support/send.js';
import { type EventCase } from './support/sendEach.js';
import { storedBySerial, waitForStored, type Row } from './support/stored.js';
import { createTenant } from './support/tenant.js';
import { testEachEvent } from './support/testEachEvent.js';
import { useSystem } from './support/useSystem.js';

const system = useSystem();

interface PayloadCase extends EventCase {
  readonly columns?: Row;
}

const exceptions: PayloadCase[] = [
  payloadCase('exception', 'empty', {}, { type: 'Error', message: '', level: 'error', handled: null }),
  ...['fatal', 'error', 'warning', 'info'].map((level) =>
    payloadCase('exception', `level ${level}`, { level }, { level }),
  ),
  ...['debug', 'FATAL', '', 5, null, {}].map((level) =>
    payloadCase('exception', `level ${JSON.stringify(level)} is the default`, { level }, { level: 'error' }),
  ),
  payloadCase('exception', 'level warn is warning', { level: 'warn' }, { level: 'warning' }),
  payloadCase('exception', 'handled', { handled: true }, { handled: true }),
  payloadCase('exception', 'not handled', { handled: false }, { handled: false }),
  payloadCase(
    'exception',
    'type and message',
    { type: 'MyError', message: 'mine' },
    { type: 'MyError', message: 'mine' },
  ),
  payloadCase(
    'exception',
    'wrong types everywhere',
    {
      type: 5,
      message: {},
      level: [],
      handled: 'yes',
      frames: 'none',
      stack: 7,
      cause: 'because',
      fingerprint: 'x',
      breadcrumbs: { a: 1 },
    },
    { level: 'error' },
  ),
  payloadCase('exception', 'frames that are not objects', { frames: [null, 5, 'x', {}, { line: 'one' }] }, {}),
];

const logs: PayloadCase[] = [
  payloadCase('log', 'empty', {}, { level: 'info' }),
  payloadCase('log', 'any level', { level: 'trace', message: 'm' }, { level: 'trace', message: 'm' }),
  payloadCase(
    'log',
    'attributes',
    { message: 'm', attributes: { a: 1, b: { c: [] } } },
    { attributes: { a: 1, b: { c: [] } } },
  ),
  payloadCase('log', 'wrong types everywhere', { level: 5, message: ['m'], attributes: 'x' }, {}),
];

const hits: PayloadCase[] = [
  payloadCase('hit', 'empty is a page view', {}, { kind: 'pageview', name: null, url: null }),
  payloadCase('hit', 'a name makes it custom', { name: 'signup' }, { kind: 'custom', name: 'signup' }),
  payloadCase('hit', 'a kind beats the default', { kind: 'pageview', name: 'n' }, { kind: 'pageview', name: 'n' }),
  payloadCase('hit', 'custom without a name', { kind: 'custom' }, { kind: 'custom', name: null }),
  payloadCase('hit', 'unknown kind without a name', { kind: 'click' }, { kind: 'pageview' }),
  payloadCase('hit', 'unknown kind with a name', { kind: 'click', name: 'n' }, { kind: 'custom' }),
  payloadCase(
    'hit',
    'every field',
    { url: 'u', referrer: 'r', title: 't', sessionId: 's' },
    {
      url: 'u',
      referrer: 'r',
      title: 't',
      session_id: 's',
    },
  ),
  payloadCase('hit', 'wrong types everywhere', { kind: 5, name: {}, url: [], referrer: true, sessionId: {} }, {}),
];

const replays: PayloadCase[] = [
  payloadCase(
    'replay',
    'an id is made where there is none',
    { events: [] },
    {
      replay_id: expect.stringMatching(/\S/),
      segment: 0,
      event_count: 0,
    },
  ),
  payloadCase(
    'replay',
    'every field',
    {
      replayId: 'r-1',
      segment: 7,
      events: [1, 2, 3],
      startTime: '2024-05-01T12:00:00Z',
      endTime: '2024-05-01T12:00:05Z',
    },
    {
      replay_id: 'r-1',
      segment: 7,
      event_count: 3,
      start_time: new Date('2024-05-01T12:00:00Z'),
      end_time: new Date('2024-05-01T12:00:05Z'),
    },
  ),
  payloadCase('replay', 'no events', { replayId: 'r-2' }, { replay_id: 'r-2', event_count: 0 }),
  payloadCase(
    'replay',
    'wrong types everywhere',
    { replayId: 'r-3', segment: 'two', events: 'x', startTime: 5 },
    {
      replay_id: 'r-3',
    },
  ),
];

const badReplays: PayloadCase[] = [
  { name: 'replayId is empty', event: makeEvent('replay', { payload: { replayId: '' } }), expected: 'invalid' },
  {
    name: 'replayId has 129 characters',
    event: makeEvent('replay', { payload: { replayId: 'r'.repeat(129) } }),
    expected: 'invalid',
  },
];

describe('payloads', () => {
  testEachEvent({
    system: () => system,
    cases: [...exceptions, ...logs, ...hits, ...replays, ...badReplays],
    expectRow: (row, one) => expect(row).toMatchObject(one.columns ?? {}),
  });
});

test('a replay’s context takes precedence over a generated id, and its payload over the context', async () => {
  const project = await createTenant(system);
  const contexts = { 'replay.id': 'from-contexts' };
  const fromContexts = { ...makeEvent('replay', { contexts }), payload: { events: [] } };
  const fromPayload = makeEvent('replay', { contexts, payload: { replayId: 'from-payload' } });
  await sendAccepted(system.baseUrl, project, [fromContexts, fromPayload]);
  await waitForStored(system, project, 2);
  const rows = await storedBySerial(system, project);
  expect(rows.get(serialOf(fromContexts) ?? '')).toMatchObject({ replay_id: 'from-contexts' });
  expect(rows.get(serialOf(fromPayload) ?? '')).toMatchObject({ replay_id: 'from-payload' });
});

test('a cause deeper than 8 is cut and the exception stays', async () => {
  const project = await createTenant(system);
  const causes = (depth: number): WireEvent =>
    depth === 0 ? { message: 'last' } : { message: `cause ${depth}`, cause: causes(depth - 1) };
  await sendAccepted(system.baseUrl, project, [makeEvent('exception', { payload: causes(20) })]);
  await waitForStored(system, project, 1);
  const [row] = await system.sql<Row>('select payload from exceptions where project_id = $1', [project.id]);
  let depth = 0;
  for (let at = (row?.['payload'] as WireEvent)['cause']; at; at = (at as WireEvent)['cause']) depth++;
  expect(depth).toBe(8);
});

/** A stored event whose payload is exactly the given one. */
function payloadCase(type: EventType, name: string, payload: WireEvent, columns: Row): PayloadCase {
  return {
    name: `${type}: ${name}`,
    event: { ...makeEvent(type), payload },
    expected: 'processed',
    columns,
  };
}
