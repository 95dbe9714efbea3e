import { describe, expect, test } from '@jest/globals';
import { type Capture } from '@sluice/testkit/captures';
import { rowsIn } from './support/api.js';
import { expectedId, expectSentry } from './support/intake/expectSentry.js';
import { largestTrace } from './support/intake/largestTrace.js';
import { testReplays } from './support/intake/testReplays.js';
import { besidesEventsIn, groupsOf, useReplays, type GroupReplay } from './support/intake/useReplays.js';
import { useSystem } from './support/useSystem.js';

/** Requests that Sentry SDKs sent; those of the commands of sentry-cli other than envelopes are not for this endpoint. */
const groupOf = ({ sdk, url }: Capture): string | undefined =>
  sdk.startsWith('otel-') || url.startsWith('/api/0/') ? undefined : sdk;

const system = useSystem();
const sdks = groupsOf({ groupOf });
const replays = useReplays(system, { groupOf, expect: expectSentry });

testReplays(sdks, replays);

describe.each(sdks)('responses to %s', (sdk) => {
  test('have the id of the event as the SDK sent it', () => {
    const { captures, answers } = of(sdk);
    const ids = answers.map(({ json }) => (json as { id?: string } | undefined)?.id?.replaceAll('-', ''));
    const expected = captures.map((capture, index) => expectedId(capture) ?? ids[index]);
    expect(ids).toEqual(expected);
  });

  test('let browsers read them, and never hold off everything', () => {
    for (const { headers } of of(sdk).answers) {
      expect(headers['access-control-allow-origin']).toMatch(/\S/);
      expect(headers['access-control-expose-headers']?.toLowerCase()).toContain('x-sentry-rate-limits');
      expect(headers['retry-after']).toBeUndefined();
      for (const group of headers['x-sentry-rate-limits']?.split(', ') ?? []) {
        expect(group).toMatch(/^\d+:[a-z_]+(?:;[a-z_]+)*:organization(?::|$)/);
      }
    }
  });
});

describe('what SDKs send besides events', () => {
  test.each(sdks)('%s: items that are not taken are counted by name', (sdk) => {
    const { expected, stats } = of(sdk);
    expect(besidesEventsIn(stats).notTaken).toEqual(expected.notTaken);
  });

  test.each(sdks)('%s: what the SDK dropped is counted by category and reason', (sdk) => {
    const { expected, stats } = of(sdk);
    expect(besidesEventsIn(stats).dropped).toEqual(expected.dropped);
  });

  test.each(sdks)('%s: sessions are held off for a day', (sdk) => {
    const { captures, answers } = of(sdk);
    const held = captures
      .map(({ body }, index) => ({ body, header: answers[index]?.headers['x-sentry-rate-limits'] }))
      .filter(({ body }) => /\n\{"type":"session[s"]/.test(body.toString('latin1')))
      .map(({ header }) => header ?? '');
    expect(held.filter((header) => !/(?:^|, )86400:(?:[a-z_]+;)*session[;:]/.test(header))).toEqual([]);
  });
});

describe('a trace of 1,201 spans', () => {
  test.each(['sentry-node-8.55.2', 'sentry-node-10.78.0'])(
    'of %s has 1,001: the SDK keeps 1,000 below the root',
    async (sdk) => {
      const [trace] = await largestTrace(of(sdk));
      expect(trace).toMatchObject({ spanCount: 1_001, rootCount: 1 });
    },
  );

  test('of sentry-node-10.78.0 lacks the 200 that its client report names', () => {
    expect(rowsIn(of('sentry-node-10.78.0').stats['droppedBySdks'])).toContainEqual({
      category: 'span',
      reason: 'buffer_overflow',
      count: 200,
    });
  });

  test('of sentry-node-11.12.0 is complete', async () => {
    const [trace] = await largestTrace(of('sentry-node-11.12.0'));
    expect(trace).toMatchObject({ spanCount: 1_201, rootCount: 1 });
  });
});

test('a replay is read in the order of its segments, without a gap', async () => {
  const { api, expected } = of('sentry-react-11.12.0');
  for (const id of new Set(expected.segments.map(({ replayId }) => replayId))) {
    const numbers = expected.segments.filter(({ replayId }) => replayId === id).map(({ segment }) => segment);
    const replay = await api.get(`replays/${id}`);
    expect(replay).toMatchObject({ segments: numbers.length, gaps: [] });
    expect(rowsIn(replay['segmentList']).map(({ segment }) => segment)).toEqual(
      [...numbers].sort((one, other) => one - other),
    );
  }
});

test('exceptions are found by the id that the program knows', async () => {
  const { api, captures } = of('sentry-node-11.12.0');
  const [id = ''] = captures.filter(({ name }) => name === 'error-chain~2').map(expectedId);
  const found = await api.all('exceptions', { eventId: id });
  expect(found).toMatchObject([{ type: 'Error', message: 'checkout failed' }]);
});

function of(sdk: string): GroupReplay {
  const replay = replays[sdk];
  if (replay === undefined) throw new Error(`${sdk} was not replayed`);
  return replay;
}
