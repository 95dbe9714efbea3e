import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvent, makeEvents, serialOf, type WireEvent } from './support/events.js';
import { accepted, refused, sendAccepted, sendBytes, sendEvents } from './support/send.js';
import { storedBySerial, waitForStored, type Row } from './support/stored.js';
import { createTenant } from './support/tenant.js';
import { waitForUsage } from './support/usage.js';
import { useSystem, useTenant } from './support/useSystem.js';

const system = useSystem();
const project = useTenant(system);

const mebibyte = 1024 * 1024;

describe('trimming', () => {
  const long = (length: number): string => 'x'.repeat(length);
  const sent = {
    message: makeEvent('log', { payload: { message: long(10_000) } }),
    whole: makeEvent('log', { payload: { message: long(8_192) } }),
    exceptionMessage: makeEvent('exception', { payload: { message: long(9_000) } }),
    tagValue: makeEvent('log', { tags: { long: long(300), [long(250)]: 'v', whole: long(200) } }),
    manyTags: makeEvent('log', { tags: numbered(5_000, String) }),
    contextValue: makeEvent('log', { contexts: { long: long(9_000), whole: long(8_192) } }),
    manyContexts: makeEvent('log', { contexts: numbered(3_000, (index) => index) }),
    manyMetrics: makeEvent('span', { payload: { metrics: numbered(1_000, (index) => index) } }),
    manyFrames: makeEvent('exception', {
      payload: {
        frames: Array.from({ length: 1_000 }, (_, index) => ({
          file: 'a.js',
          function: `f${index}`,
          line: 1,
          column: 1,
        })),
      },
    }),
    manyBreadcrumbs: makeEvent('exception', {
      payload: { breadcrumbs: Array.from({ length: 500 }, (_, index) => ({ message: `b${index}` })) },
    }),
    otherString: makeEvent('hit', { payload: { url: `https://example.com/${long(70_000)}`, title: long(100_000) } }),
    attribute: makeEvent('log', { payload: { message: 'm', attributes: { long: long(70_000), whole: long(65_536) } } }),
  };
  let rows: Map<string, Row>;
  beforeAll(async () => {
    const mine = await createTenant(system);
    await sendAccepted(system.baseUrl, mine, Object.values(sent));
    await waitForStored(system, mine, Object.keys(sent).length);
    rows = await storedBySerial(system, mine);
  }, 60_000);
  const rowOf = (name: keyof typeof sent): Row => rows.get(serialOf(sent[name]) ?? '') ?? {};

  test('messages have 8,192 characters', () => {
    expectTrimmed(rowOf('message')['message'], 8_192);
    expectTrimmed(rowOf('exceptionMessage')['message'], 8_192);
    expect(rowOf('whole')['message']).toBe(long(8_192));
  });

  test('tags have keys and values of 200 characters, and there are 100', () => {
    const tags = rowOf('tagValue')['tags'] as Record<string, string>;
    expectTrimmed(tags['long'], 200);
    expect(tags['whole']).toBe(long(200));
    const longKey = Object.keys(tags).find((key) => key.startsWith('xxx'));
    expectTrimmed(longKey, 200);
    const many = rowOf('manyTags')['tags'] as Record<string, string>;
    expect(Object.keys(many)).toHaveLength(100);
    expect(many['k0']).toBe('0');
  });

  test('contexts have values of 8,192 characters, and there are 200 beside the server’s own', () => {
    const contexts = rowOf('contextValue')['contexts'] as Record<string, string>;
    expectTrimmed(contexts['long'], 8_192);
    expect(contexts['whole']).toBe(long(8_192));
    const many = rowOf('manyContexts')['contexts'] as Record<string, unknown>;
    expect(Object.keys(many).filter((key) => key.startsWith('k'))).toHaveLength(200);
  });

  test('a span has 100 metrics', () => {
    expect(Object.keys(rowOf('manyMetrics')['metrics'] as object)).toHaveLength(100);
  });

  test('a stack has 250 frames: the middle goes', () => {
    const { frames } = rowOf('manyFrames')['payload'] as { frames: { function: string }[] };
    const names = frames.map((frame) => frame.function).filter((name) => /^f\d+$/.test(name));
    expect(Math.abs(frames.length - 250)).toBeLessThanOrEqual(1);
    expect(names[0]).toBe('f0');
    expect(names.at(-1)).toBe('f999');
  });

  test('an exception has 100 breadcrumbs', () => {
    expect(JSON.parse(String(rowOf('manyBreadcrumbs')['breadcrumbs']))).toHaveLength(100);
  });

  test('any other string has 65,536 characters', () => {
    const attributes = rowOf('attribute')['attributes'] as Record<string, string>;
    expectTrimmed(attributes['long'], 65_536);
    expect(attributes['whole']).toBe(long(65_536));
    expect(String(rowOf('otherString')['url']).length).toBeLessThanOrEqual(65_537);
  });
});

/** Fill that repeats inflates by 230 then, and by 900 otherwise, which the gateway refuses. */
const LOW_RATIO = { level: 1 };

describe('size and depth of one event', () => {
  const half = 'x'.repeat(60_000);
  test.each<readonly [string, () => WireEvent, 'processed' | 'too_large' | 'too_deep']>([
    ['0.9 MiB', () => makeEvent('log', { payload: { attributes: numbered(15, () => half) } }), 'processed'],
    ['1.2 MiB', () => makeEvent('log', { payload: { attributes: numbered(21, () => half) } }), 'too_large'],
    [
      '5 MiB that trimming makes small',
      () => makeEvent('log', { payload: { message: 'x'.repeat(5 * mebibyte) } }),
      'processed',
    ],
    ['50 levels', () => makeEvent('log', { contexts: { deep: nested(50) } }), 'processed'],
    ['70 levels in contexts', () => makeEvent('log', { contexts: { deep: nested(70) } }), 'too_deep'],
    ['70 levels in the payload', () => makeEvent('log', { payload: { attributes: nested(70) } }), 'too_deep'],
    ['900 levels', () => makeEvent('hit', { payload: { deep: nested(900) } }), 'too_deep'],
    ['a replay of 4 MiB', () => makeEvent('replay', { payload: { events: ['x'.repeat(4 * mebibyte)] } }), 'processed'],
    [
      'a replay of 900 levels in its events',
      () => makeEvent('replay', { payload: { events: [nested(900)] } }),
      'processed',
    ],
    [
      'a replay of 11 MiB',
      () => makeEvent('replay', { payload: { events: ['x'.repeat(11 * mebibyte)] } }),
      'too_large',
    ],
  ])(
    'are limited: %s',
    async (_name, make, becomes) => {
      const mine = await createTenant(system);
      const event = make();
      const body = gzipSync(JSON.stringify({ events: [makeEvent('log'), event, makeEvent('log')] }), LOW_RATIO);
      const answer = await sendBytes(system.baseUrl, mine.key, body, { headers: { 'content-encoding': 'gzip' } });
      const type = String(event['type']);
      if (becomes === 'processed') {
        expect(answer.json).toEqual(accepted({ processed: 3 }));
        await waitForStored(system, mine, 3);
        expect((await storedBySerial(system, mine)).size).toBe(3);
      } else {
        expect(answer.json).toEqual(accepted({ processed: 2, invalid: 1 }));
        expect((await waitForUsage(system, mine, 3))[`${type} invalid ${becomes}`]).toBe(1);
      }
    },
    40_000,
  );

  test('replay events are opaque and never trimmed', async () => {
    const mine = await createTenant(system);
    const events = [{ type: 2, text: 'y'.repeat(300_000), deep: nested(100), many: numbered(2_000, String) }];
    const event = makeEvent('replay', { payload: { events } });
    await sendAccepted(system.baseUrl, mine, [event]);
    await waitForStored(system, mine, 1);
    const row = (await storedBySerial(system, mine)).get(serialOf(event) ?? '');
    expect(JSON.parse(String(row?.['events']))).toEqual(events);
  }, 40_000);
});

describe('ceilings of the request', () => {
  const gzip = { headers: { 'content-encoding': 'gzip' } };
  const padded = (bytes: number): string => {
    const body = JSON.stringify({ events: makeEvents('log', 1) });
    return body + ' '.repeat(bytes - body.length);
  };

  test('1,000 events pass and 1,001 are a 413', async () => {
    expect((await sendEvents(system.baseUrl, project, makeEvents('hit', 1_000))).status).toBe(202);
    const answer = await sendEvents(system.baseUrl, project, makeEvents('hit', 1_001));
    expect(answer.status).toBe(413);
    expect(answer.json).toEqual(refused());
  });

  test('10 MiB on the wire pass, one byte more is a 413', async () => {
    expect((await sendBytes(system.baseUrl, project.key, padded(10 * mebibyte))).json).toEqual(
      accepted({ processed: 1 }),
    );
    for (const chunked of [false, true]) {
      const answer = await sendBytes(system.baseUrl, project.key, padded(10 * mebibyte + 1), { chunked });
      expect(answer.status).toBe(413);
      expect(answer.json).toEqual(refused());
    }
  }, 40_000);

  test('20 MiB decoded pass, one byte more is a 413', async () => {
    const fits = await sendBytes(system.baseUrl, project.key, gzipSync(padded(20 * mebibyte), LOW_RATIO), gzip);
    expect(fits.json).toEqual(accepted({ processed: 1 }));
    const answer = await sendBytes(system.baseUrl, project.key, gzipSync(padded(20 * mebibyte + 1), LOW_RATIO), gzip);
    expect(answer.status).toBe(413);
    expect(answer.json).toEqual(refused());
  }, 40_000);

  test('a body above 1 MiB that inflates to more than 500 times its size is a 413', async () => {
    const answer = await sendBytes(system.baseUrl, project.key, gzipSync(padded(2 * mebibyte)), gzip);
    expect([answer.status, answer.json]).toEqual([413, refused()]);
    expect(answer.json).toMatchObject({ error: { code: 'inflation_ratio' } });
    expect((await sendBytes(system.baseUrl, project.key, gzipSync(padded(mebibyte)), gzip)).status).toBe(202);
  });
});

function nested(depth: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

/**
 * Maximum length of a text with a limit of `limit` characters after truncation: the marker may be within or after the
 * limit.
 */
function expectTrimmed(value: unknown, limit: number): void {
  const text = String(value);
  expect(text.length).toBeLessThanOrEqual(limit + 1);
  expect(text.length).toBeGreaterThanOrEqual(limit - 1);
  expect(text).toContain('…');
}

function numbered(count: number, valueOf: (index: number) => unknown): WireEvent {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, valueOf(index)]));
}
