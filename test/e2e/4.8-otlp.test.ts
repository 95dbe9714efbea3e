import { describe, expect, test } from '@jest/globals';
import { type Capture } from '@sluice/testkit/captures';
import { rowsIn, type WireObject } from './support/api.js';
import { expectOtlp } from './support/intake/expectOtlp.js';
import { largestTrace } from './support/intake/largestTrace.js';
import { readPartialSuccess } from './support/intake/readOtlpBinary.js';
import { sendCapture } from './support/intake/sendCapture.js';
import { testReplays } from './support/intake/testReplays.js';
import { groupsOf, useReplays, type GroupReplay } from './support/intake/useReplays.js';
import { useSystem } from './support/useSystem.js';

const JSON_TYPE = 'application/json';

const system = useSystem();
const groups = groupsOf({ groupOf });
const replays = useReplays(system, { groupOf, expect: expectOtlp });

testReplays(groups, replays);

describe.each(groups)('responses to %s', (group) => {
  test('have the encoding of the request, and nothing to say if all is taken', () => {
    const { captures, answers } = of(group);
    for (const [index, capture] of captures.entries()) {
      const { url, headers } = capture;
      const answer = answers[index];
      expect(answer?.headers['content-type']).toContain(headers['content-type']);
      expect(answer?.headers['access-control-allow-origin']).toMatch(/\S/);
      const empty = headers['content-type'] === JSON_TYPE ? '{}' : '';
      expect({ url, isEmpty: answer?.text === empty }).toEqual({
        url,
        isEmpty: expectOtlp(capture).refusedPoints === 0,
      });
    }
  });
});

describe('cumulative data points', () => {
  const reason = /OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=delta/;

  test('in JSON are refused by number, with the variable to set', () => {
    const { captures, answers } = of('otel-js-0.223.0-json');
    const refused = captures.flatMap(({ name }, index) => {
      const { partialSuccess } = answers[index]?.json as { partialSuccess?: WireObject };
      if (partialSuccess === undefined) return [];
      expect(partialSuccess['errorMessage']).toMatch(reason);
      return [[name, Number(partialSuccess['rejectedDataPoints'])]];
    });
    expect(refused).toEqual(refusedIn(captures));
  });

  test('in binary are refused by number, with the variable to set', async () => {
    const refused: unknown[] = [];
    const { captures } = of('otel-js-0.223.0-proto');
    for (const capture of captures.filter(({ name }) => name.startsWith('metrics-cumulative'))) {
      // The text of a response may not be valid UTF-8, but one with a short message is.
      const { text } = await sendCapture(system, capture);
      const { rejected, message } = readPartialSuccess(Buffer.from(text));
      expect(message).toMatch(reason);
      refused.push([capture.name, rejected]);
    }
    expect(refused).toEqual(refusedIn(captures));
  });
});

describe.each(['otel-js-0.223.0-json', 'otel-js-0.223.0-proto'])('the histograms of %s', (group) => {
  const pointOf = async (name: string): Promise<WireObject> => {
    const { series } = await of(group).api.get(`metrics/${name}`);
    const [point, ...others] = rowsIn(rowsIn(series)[0]?.['points']);
    expect(others).toEqual([]);
    return point ?? {};
  };

  test('have percentiles within a bucket of the recorded values', async () => {
    // 3, 7, 12, 80, 450 and 9,000, in buckets with the bounds 5, 10, 25, 75, 100, 250, 500, 7,500.
    const { p50, p95, p99 } = await pointOf('request.duration');
    expect([p50, p95, p99].map(Number)).toEqual([between(10, 100), between(500, 9_000), between(500, 9_000)]);
  });

  test('of exponential buckets are more exact, by their scale', async () => {
    // Scale 3: a bucket is 9 % wide. The median of 0, 0.5, 1, 3, 7, 12, 80, 450 and 9,000 is 7.
    const { p50 } = await pointOf('latency.exp');
    expect(Math.abs(Number(p50) - 7) / 7).toBeLessThan(0.06);
  });
});

const between = (low: number, high: number): unknown => ({
  asymmetricMatch: (value: unknown) => typeof value === 'number' && value >= low && value <= high,
});

describe('both encodings of the same data', () => {
  const [inJson, inBinary] = ['otel-js-0.223.0-both JSON', 'otel-js-0.223.0-both binary'];

  test('have equal ids, times, contents and stacks', () => {
    const [one, other] = [of(inJson).stored, of(inBinary).stored];
    expect(one.spans.length).toBeGreaterThan(0);
    expect(inOrder(other.spans)).toEqual(inOrder(one.spans));
    expect(inOrder(other.logs)).toEqual(inOrder(one.logs));
    expect(inOrder(other.exceptions)).toEqual(inOrder(one.exceptions));
    expect(one.metrics.length).toBeGreaterThan(0);
    expect(inOrder(other.metrics)).toEqual(inOrder(one.metrics));
  });

  test('have equal contexts', async () => {
    const contextsIn = async (group: string): Promise<unknown[]> => {
      const { api } = of(group);
      const spans = await api.all('spans', { limit: 100 });
      const details = await Promise.all(spans.map(({ id }) => api.get(`spans/${String(id)}`)));
      return inOrder(details.map(({ uuid, contexts, tags }) => ({ uuid, contexts, tags })));
    };
    expect(await contextsIn(inBinary)).toEqual(await contextsIn(inJson));
  });
});

describe.each(['otel-js-0.223.0-json', 'otel-js-0.223.0-proto'])('the spans of %s', (group) => {
  test('have what their resource, scope and attributes say in their contexts', async () => {
    const { contexts, traceId } = await spanNamed('GET /checkout/{id}');
    expect(contexts).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/checkout/{id}',
      'http.response.status_code': 200,
      'service.name': 'checkout',
      'service.namespace': 'shop',
      'host.name': 'web-1',
      'telemetry.sdk.language': 'nodejs',
      'otel.scope.name': 'shop-tracer',
      resource: { 'process.pid': 4711 },
      ok: true,
      ratio: 0.5,
      list: ['a', 'b'],
      kind: 'server',
    });
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  test('keep their links and events', async () => {
    const { contexts } = await spanNamed('SELECT carts');
    const { links, events } = contexts as { links: unknown; events: unknown };
    expect(links).toMatchObject([{ why: 'follows', trace: hex(32), span: hex(16) }]);
    expect(events).toMatchObject([{ name: 'rows read' }]);
  });

  test('keep the message of their status', async () => {
    expect((await spanNamed('POST pay'))['contexts']).toMatchObject({ 'status.message': 'refused' });
  });

  test('are complete where a trace comes in three requests', async () => {
    const [trace, size] = await largestTrace(of(group));
    expect(size).toBeGreaterThan(1_200);
    expect(trace).toMatchObject({ spanCount: size, errorCount: 0 });
  });

  const spanNamed = async (name: string): Promise<WireObject> => {
    const { api } = of(group);
    const [span] = await api.all('spans', { name });
    return api.get(`spans/${String(span?.['id'])}`);
  };
});

const hex = (length: number): unknown => expect.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));

const inOrder = (items: readonly object[]): unknown[] =>
  items
    .map((item) => JSON.stringify(item))
    .sort()
    .map((text) => JSON.parse(text) as unknown);

const refusedIn = (captures: readonly Capture[]): unknown[] =>
  captures
    .map((capture) => [capture.name, expectOtlp(capture).refusedPoints] as const)
    .filter(([, points]) => points > 0);

function of(group: string): GroupReplay {
  const replay = replays[group];
  if (replay === undefined) throw new Error(`${group} was not replayed`);
  return replay;
}

/** Requests that exporters of OpenTelemetry sent. Those of both encodings of the same data have a project for each. */
function groupOf({ sdk, headers }: Capture): string | undefined {
  if (!sdk.startsWith('otel-')) return undefined;
  if (!sdk.endsWith('-both')) return sdk;
  return `${sdk} ${headers['content-type'] === JSON_TYPE ? 'JSON' : 'binary'}`;
}
