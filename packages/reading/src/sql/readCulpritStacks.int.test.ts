import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { ARRIVAL, ensureTestPartitions, eventId, useDatabase } from '@sluice/testkit';
import { inTransaction, copyRows } from '@sluice/db';
import { readCulpritStacks, type CulpritStack } from './readCulpritStacks.js';

let serial = 0;
const database = useDatabase();
beforeAll(() => ensureTestPartitions(database.db));

const call = { file: 'a.js', function: 'f', line: 1, column: 2_147_483_648, inApp: true };
const none = { file: null, function: null, module: null, context: null, line: null, column: null, inApp: null };

describe('where exceptions happened', () => {
  test('is read for many exceptions at once, of one project only', async () => {
    const [first, second] = [await store({ frames: [call] }), await store({ stack: 'f@a.js:1:2' })];
    const theirs = await store({ frames: [call] }, '2');
    const found = await readCulpritStacks(database.db, '1', [second, theirs, 'x', first, eventId(999)]);
    expect(new Map(found.map((each) => [each.id, each]))).toEqual(
      new Map([
        [
          first,
          { id: first, release: 'shop@1', payload: { message: 'm', platform: null, frames: [call], stack: null } },
        ],
        [
          second,
          {
            id: second,
            release: 'shop@1',
            payload: { message: 'm', platform: null, frames: null, stack: 'f@a.js:1:2' },
          },
        ],
      ]),
    );
    expect(await readCulpritStacks(database.db, '1', [])).toEqual([]);
  });

  test.each<[string, object, object]>([
    ['without frames', {}, { frames: null, stack: null }],
    ['frames before the stack', { frames: [call], stack: 's' }, { frames: [call], stack: null }],
    ['the stack where frames say nothing', { frames: [null, 1, 'x', []], stack: 's' }, { frames: null, stack: 's' }],
    ['the stack where there are no frames', { frames: [], stack: 's' }, { frames: null, stack: 's' }],
    ['frames that are none', { frames: 'x' }, { frames: null, stack: null }],
    [
      'calls as they were sent',
      { frames: [{ file: {}, line: '12', vars: [1] }, null] },
      { frames: [{ file: {}, line: '12', vars: [1] }] },
    ],
    ['a stack that is no text as nothing', { stack: ['s'] }, { frames: null, stack: null }],
  ])('is read from the payload: %s', async (_name, payload, expected) => {
    expect(await payloadOf(payload)).toMatchObject(expected);
  });

  test('keeps module and source lines of frames with many variables, and reads the platform', async () => {
    const context = { before: ['a'], line: 'b', after: [] };
    const vars = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`v${index}`, 'x'.repeat(1_000)]));
    const frame = { ...call, module: 'shop.cart', context };
    const long = { ...call, context: { ...context, line: 'y'.repeat(3_000) } };
    const payload = await payloadOf({ platform: 'python', frames: [{ ...frame, vars }, long] });
    expect(payload).toMatchObject({ platform: 'python', frames: [frame, { ...call, context: null }] });
    expect(JSON.stringify(payload)).not.toContain('vars');
    expect(await payloadOf({ platform: 7 })).toMatchObject({ platform: null });
  });

  test('is limited per exception, to complete lines of a stack', async () => {
    const long = 'x'.repeat(60_000);
    const frame = { ...call, file: long, function: long, vars: long.slice(0, 100) };
    const odd = { file: {}, function: 1, line: '12', column: '123456789012', inApp: 'x' };
    const payload = await payloadOf({
      frames: [frame, odd, ...Array.from({ length: 248 }, () => ({ ...call, file: 'b.js' }))],
    });
    const frames = payload?.['frames'] as readonly Json[];
    expect(frames).toHaveLength(50);
    expect(frames.slice(0, 3)).toEqual([
      { ...none, ...call, file: long.slice(0, 1_024), function: long.slice(0, 1_024) },
      { ...none, line: '12', column: '1234567890' },
      { ...none, ...call, file: 'b.js' },
    ]);
    const line = '    at f (a.js:1:2)\n';
    const stack = (await payloadOf({ stack: line.repeat(3_000) }))?.['stack'] as string;
    expect(stack.length).toBeLessThanOrEqual(16_384);
    expect(`${stack}\n`).toBe(line.repeat((stack.length + 1) / line.length));
  });
});

async function store(payload: object, project = '1'): Promise<string> {
  const id = eventId((serial += 1));
  const nothing = { environment: null, user_key: null, trace_id: null, span_id: null, replay_id: null, tags: null };
  const kind = { level: 'error', type: 'TypeError', message: 'm', handled: null, hash: 'h', contexts: null };
  const row = { project_id: project, id, timestamp: ARRIVAL, release: 'shop@1', ...nothing, ...kind };
  await inTransaction(database.db, (tx) => copyRows(tx, 'exceptions', [{ ...row, payload: JSON.stringify(payload) }]));
  return id;
}

async function payloadOf(payload: object): Promise<CulpritStack['payload'] | undefined> {
  return (await readCulpritStacks(database.db, '1', [await store(payload)]))[0]?.payload;
}
