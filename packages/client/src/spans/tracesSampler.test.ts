import { afterEach, describe, expect, it } from '@jest/globals';
import { collectEvents } from '../capture/testing/collectEvents.js';
import { getClient } from '../core/client.js';
import { span } from './spans.js';
import { continueTrace } from './traceparent.js';
import { tracesSampler, type TraceStart } from './tracesSampler.js';

afterEach(() => getClient()?.close());

const nothing = (): undefined => undefined;

describe('tracesSampler', () => {
  it('is called once per trace, with the facts of its first span', () => {
    const asked: TraceStart[] = [];
    const names = sentWith(
      (start) => {
        asked.push(start);
        return start.name !== 'GET /health';
      },
      () => {
        span('GET /cart', () => span('child', nothing), { op: 'http.server', data: { 'http.method': 'GET' } });
        span('GET /health', () => span('child', nothing));
      },
    );

    expect(names).toEqual(['child', 'GET /cart']);
    expect(asked).toEqual([
      { name: 'GET /cart', op: 'http.server', data: { 'http.method': 'GET' } },
      { name: 'GET /health', op: undefined, data: {} },
    ]);
  });

  it('samples a share of traces', () => {
    const names = sentWith(
      () => 0.3,
      () => {
        for (let made = 0; made < 2_000; made++) span('one', nothing);
      },
    );

    expect(Math.abs(names.length - 600)).toBeLessThan(150);
  });

  for (const [name, answer] of [
    ['undefined', nothing],
    ['no number', () => 'often'],
    [
      'an error',
      () => {
        throw new Error('sampler');
      },
    ],
  ] as const)
    it(`has tracesSampleRate count for ${name}`, () => {
      expect(sentWith(answer, () => span('one', nothing))).toEqual([]);
    });

  it('keeps the decision of the caller, and is called if the caller made none', () => {
    const one = (): void => span('one', nothing);
    const trace = (flag: string) => (): void => continueTrace(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flag}`, one);

    expect(sentWith(() => false, trace('01'))).toEqual(['one']);
    expect(sentWith(() => true, trace('00'))).toEqual([]);
    expect(
      sentWith(
        () => true,
        () => continueTrace(undefined, one),
      ),
    ).toEqual(['one']);
  });

  it('is forgotten when the client is closed', async () => {
    sentWith(() => true, nothing);
    await getClient()?.close();

    expect(sentWith(nothing, () => span('one', nothing))).toEqual([]);
  });
});

/** Names of the spans that are sent, with a `tracesSampleRate` of 0. */
function sentWith(sample: (start: TraceStart) => unknown, run: () => void): readonly string[] {
  const collected = collectEvents({ tracesSampleRate: 0, integrations: [tracesSampler(sample as () => number)] });
  run();
  return collected.of('span').map(({ payload }) => payload.name);
}
