import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { captureException } from '../capture/captureException.js';
import { log } from '../capture/log.js';
import { collectEvents, type Collected } from '../capture/testing/collectEvents.js';
import { getClient } from '../core/client.js';
import type { SluiceEvent } from '../core/event.js';
import { isSampled, newTrace } from './newTrace.js';
import { asyncSpan, span, startInactiveSpan } from './spans.js';
import { continueTrace, traceparentOf } from './traceparent.js';

let collected: Collected;
beforeEach(() => {
  collected = collectEvents();
});
afterEach(() => getClient()?.close());

const nameOf = (event: SluiceEvent): string => (event.type === 'span' ? event.payload.name : event.type);
const groups = (): readonly (readonly string[])[] => collected.groups.map((group) => group.map(nameOf));
const names = (): readonly string[] => collected.events.map(nameOf);

describe('a trace', () => {
  test('is held until its root ends, and leaves together', () => {
    span('root', () => {
      span('a', () => span('b', () => undefined));
      expect(collected.events).toEqual([]);
    });
    expect(groups()).toEqual([['b', 'a', 'root']]);
  });

  test('of one span is sent at once', () => {
    span('root', () => undefined);
    expect(groups()).toEqual([['root']]);
  });

  test('holds spans only', () => {
    span('root', () => {
      log('info', 'x');
      expect(names()).toEqual(['log']);
    });
  });

  test('holds a thousand spans: then these leave together', () => {
    span('root', () => {
      children(999);
      expect(groups()).toEqual([]);
      children(1);
      expect(groups().map(({ length }) => length)).toEqual([1_000]);
      children(5);
    });
    expect(groups().map(({ length }) => length)).toEqual([1_000, 6]);
  });

  test('waits for its local root only: spans that end later are sent separately', () => {
    const late = span('root', () => startInactiveSpan('late'));
    expect(groups()).toEqual([['root']]);
    late.end();
    expect(groups()).toEqual([['root']]);
    expect(names()).toEqual(['root', 'late']);
  });

  test('below a late span goes as it ends', () => {
    const late = span('root', () => startInactiveSpan('late'));
    late.run(() => span('later', () => undefined));
    expect(names()).toEqual(['root', 'later']);
  });

  test('leaves where the page is left, and its root later', () => {
    const root = startInactiveSpan('root');
    root.run(() => children(2));
    collected.client.leave();
    expect(groups()).toEqual([['child', 'child']]);
    root.run(() => children(1));
    root.end();
    expect(groups()).toEqual([
      ['child', 'child'],
      ['child', 'root'],
    ]);
  });

  test('is sent when the client closes; spans that end later are lost', async () => {
    const root = startInactiveSpan('root');
    root.run(() => children(1));
    await collected.client.close();
    root.end();
    expect(groups()).toEqual([['child']]);
  });

  test('is not released by flush: its spans are not queued yet', async () => {
    const root = startInactiveSpan('root');
    root.run(() => children(1));
    await collected.client.flush();
    expect(groups()).toEqual([]);
    root.end();
  });

  test('that never ends is not held indefinitely: beyond a thousand traces, the oldest is sent', () => {
    for (let made = 0; made <= 1_000; made++) startInactiveSpan(`root ${made}`).run(() => children(1));
    expect(groups()).toEqual([['child']]);
  });

  test('is sent without spans that beforeSend drops', () => {
    const dropping = (name: string): void => {
      collected = collectEvents({ beforeSend: (event) => (nameOf(event) === name ? null : event) });
      span('root', () => children(1));
    };
    dropping('child');
    expect(groups()).toEqual([['root']]);
    dropping('root');
    expect(groups()).toEqual([['child']]);
  });

  test('is separate from concurrent ones', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => asyncSpan(name, async () => Promise.resolve())));
    expect(new Set(collected.of('span').map(({ payload }) => payload.traceId)).size).toBe(3);
    expect(groups()).toEqual([['a'], ['b'], ['c']]);
  });
});

describe('sampling', () => {
  test.each([
    ['00000000', 0, false],
    ['00000000', 0.0001, true],
    ['7fffffff', 0.5, true],
    ['80000000', 0.5, false],
    ['ffffffff', 0.9999, false],
    ['ffffffff', 1, true],
    ['ffffffff', undefined, true],
  ])('a trace that begins with %s at a rate of %s: %s', (start, rate, expected) => {
    expect(isSampled(start + 'a'.repeat(24), rate)).toBe(expected);
  });

  test('samples at the given rate', () => {
    collected = collectEvents({ tracesSampleRate: 0.3 });
    const sampled = Array.from({ length: 10_000 }, () => newTrace()).filter((trace) => trace.isSampled);
    expect(Math.abs(sampled.length - 3_000)).toBeLessThan(300);
  });

  test('keeps all spans of a trace, or none; errors and logs go in any case, with its ids', () => {
    collected = collectEvents({ tracesSampleRate: 0 });
    const { traceId, spanId } = span('root', (root) => {
      children(3);
      captureException(new Error('x'));
      log('info', 'x');
      return root;
    });
    expect(names()).toEqual(['exception', 'log']);
    for (const { contexts } of collected.events) expect(contexts).toEqual({ 'trace.id': traceId, 'span.id': spanId });
  });
});

describe('a continued trace', () => {
  const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

  test('has the span of elsewhere above its local root, at whose end it leaves', () => {
    continueTrace(`00-${trace}-${parent}-01`, () => span('root', () => children(1)));
    expect(groups()).toEqual([['child', 'root']]);
    expect(collected.of('span')[1]?.payload).toMatchObject({ traceId: trace, parentId: parent });
  });

  test.each([
    ['01', 0, ['root']],
    ['00', 1, []],
  ])('keeps its flag %s at any local rate', (flag, tracesSampleRate, sent) => {
    collected = collectEvents({ tracesSampleRate });
    const header = continueTrace(`00-${trace}-${parent}-${flag}`, () => span('root', (root) => traceparentOf(root)));
    expect(names()).toEqual(sent);
    expect(header).toMatch(new RegExp(`^00-${trace}-[\\da-f]{16}-${flag}$`));
  });

  test.each([undefined, null, '', 'nonsense', ['a']])('is a new one where the header is %p', (header) => {
    const traceIds = [1, 2].map(() => continueTrace(header, () => span('root', ({ traceId }) => traceId)));
    expect(new Set(traceIds).size).toBe(2);
    expect(collected.of('span')[0]?.payload.parentId).toBeUndefined();
  });
});

function children(count: number): void {
  for (let made = 0; made < count; made++) span('child', () => undefined);
}
