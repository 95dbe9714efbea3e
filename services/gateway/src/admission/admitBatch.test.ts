import { verdictCode, filtered, invalid, rateLimited, type ProjectSettings, type Verdict } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import type { AdmittedBatch } from '../batch/admittedBatch.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import { compileFilters } from '@sluice/filters';
import { compileProject } from '../settings/compileProject.js';
import { incomingBatch, NO_ADMISSION } from '../testing/batches.js';
import { log, span } from '../testing/events.js';
import { ARRIVAL_MS, factsFor, sent, settingsWith } from '../testing/facts.js';
import { newProject } from '../testing/gatewayHarness.js';
import { admitAsOf, admitBatch, admitEvents, decideEvents, type AdmissionDeps } from './admitBatch.js';
import type { BatchFacts } from './admitEvent.js';

const code = (verdict: Verdict | undefined): string => (verdict === undefined ? '.' : verdictCode(verdict));
const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);

test('events are decided in steps of one event', () => {
  const events = Array.from({ length: 50 }, () => log());
  const deciding = decideEvents(sent(events), factsFor(events));
  let pauses = 0;
  while (deciding.next().done !== true) pauses += 1;
  expect(pauses).toBe(events.length);
});

describe('validation (protocol 3.1, step 1)', () => {
  test.each<[string, unknown, Verdict | undefined]>([
    ['a log', log(), undefined],
    ['null', null, invalid('not_an_object')],
    ['an array', [], invalid('not_an_object')],
    ['a string', 'log', invalid('not_an_object')],
    ['no type', log({ type: undefined }), invalid('type')],
    ['an unknown type', log({ type: 'metric' }), invalid('type')],
    ['a type of the prototype', log({ type: 'constructor' }), invalid('type')],
    ['a type that is no string', log({ type: ['log'] }), invalid('type')],
    ['no timestamp', log({ timestamp: undefined }), invalid('timestamp')],
    ['a number for a timestamp', log({ timestamp: 1_700_000_000_000 }), invalid('timestamp')],
    ['an impossible date', log({ timestamp: '2025-02-30' }), invalid('timestamp')],
    ['no payload', log({ payload: undefined }), invalid('payload')],
    ['payload null', log({ payload: null }), invalid('payload')],
    ['payload an array', log({ payload: [] }), invalid('payload')],
    ['an empty payload', log({ payload: {} }), undefined],
    ['fields of the wrong type in other payloads', log({ payload: { message: 5, level: {} } }), undefined],
    ['too deep', log({ contexts: { a: nest(70) } }), invalid('too_deep')],
    ['deep replay events', log({ type: 'replay', payload: { events: nest(300) } }), undefined],
    ['too large', log({ payload: { a: Array.from({ length: 20 }, () => 'x'.repeat(60_000)) } }), invalid('too_large')],
    ['too large, by bytes', log({ payload: { a: Array.from({ length: 8 }, () => 'é'.repeat(65_000)) } }), undefined],
    ['too large before trimming', log({ payload: { a: 'x'.repeat(2_000_000) } }), undefined],
    ['a large replay', log({ type: 'replay', payload: { events: ['x'.repeat(9_000_000)] } }), undefined],
    [
      'too large a replay',
      log({ type: 'replay', payload: { events: ['x'.repeat(10_485_760)] } }),
      invalid('too_large'),
    ],
    ['an empty replay id', log({ type: 'replay', payload: { replayId: '' } }), invalid('payload')],
    [
      'too long a replay id in the context',
      log({ type: 'replay', contexts: { 'replay.id': 'x'.repeat(129) }, payload: {} }),
      invalid('payload'),
    ],
    [
      'a long context beside a replay id',
      log({ type: 'replay', contexts: { 'replay.id': 'x'.repeat(129) }, payload: { replayId: 'r' } }),
      undefined,
    ],
    ['the replay context of another type', log({ contexts: { 'replay.id': 'x'.repeat(129) } }), undefined],
    ['too long a replay id', log({ type: 'replay', payload: { replayId: 'x'.repeat(129) } }), invalid('payload')],
  ])('decides about %s', (_name, event, expected) => {
    expect(decideOne(event)).toBe(code(expected));
  });

  test.each<[string, Record<string, unknown>, boolean]>([
    ['with all optional fields of protocol 2.3', { parentId: 'p', op: 'db' }, true],
    ['optional fields null', { parentId: null, op: null }, true],
    ['metrics that are no numbers', { metrics: { a: 'x' } }, true],
    ['a negative duration', { duration: -1 }, false],
    ['an identifier of 128', { uuid: 'x'.repeat(128) }, true],
    ['an identifier of 129', { uuid: 'x'.repeat(129) }, false],
    ['an empty identifier', { traceId: '' }, false],
    ['an empty parent', { parentId: '' }, false],
    ['a parent that is a number', { parentId: 5 }, false],
    ['a name that is a number', { name: 5 }, false],
    ['a status unknown', { status: 'unset' }, false],
    ['a start that is not a time', { startTime: 'now' }, false],
    ['an end in milliseconds', { endTime: 1_700_000_000_000 }, false],
    ['a duration in words', { duration: '12' }, false],
    ['an infinite duration', { duration: Infinity }, false],
    ['metrics a list', { metrics: [] }, false],
    ['metrics null', { metrics: null }, false],
    ['an op that is a number', { op: 1 }, false],
    ...['uuid', 'name', 'traceId', 'startTime', 'endTime', 'duration', 'status', 'metrics'].map(
      (field): [string, Record<string, unknown>, boolean] => [`no ${field}`, { [field]: undefined }, false],
    ),
  ])('decides about a span: %s', (_name, payload, isValid) => {
    expect(decideOne(span(payload))).toBe(code(isValid ? undefined : invalid('payload')));
  });

  test('trace events are ignored', () => {
    const events = [{ type: 'trace' }, log(), { type: 'trace', timestamp: 5 }, 7];
    expect(admitEvents(sent(events), factsFor(events))).toMatchObject({ types: '-l-u', verdicts: '-.-a' });
  });
});

describe('filters (protocol 3.1, step 2)', () => {
  const exception = (payload: Record<string, unknown>): Record<string, unknown> => log({ type: 'exception', payload });
  const on = (filters: Parameters<typeof settingsWith>[0]): Partial<BatchFacts> => withFilters(filters);

  test.each<[string, unknown, Partial<BatchFacts>, Verdict | undefined]>([
    ['ingestion off', log(), withFilters({}, { ingestion: false }), filtered('ingestion_off')],
    ['invalid before ingestion off', 5, withFilters({}, { ingestion: false }), invalid('not_an_object')],
    ['the address', log(), { addressEntry: '::1' }, filtered('ip')],
    [
      'the environment',
      log({ contexts: { environment: 'dev-1' } }),
      on({ environments: ['dev*'] }),
      filtered('environment'),
    ],
    ['another environment', log({ contexts: { environment: 'prod' } }), on({ environments: ['dev*'] }), undefined],
    ['no environment', log(), on({ environments: ['*'] }), undefined],
    ['the release', log({ contexts: { release: '1.2.3' } }), on({ releases: ['1.2.*'] }), filtered('release')],
    ['a release that is a number', log({ contexts: { release: 12 } }), on({ releases: ['12'] }), filtered('release')],
    ['a release with slashes', log({ contexts: { release: 'a/b/c' } }), on({ releases: ['a*c'] }), filtered('release')],
    ['a crawler', log(), { agent: { isCrawler: true, isLegacyBrowser: false } }, filtered('crawler')],
    [
      'a crawler, with the filter off',
      log(),
      { ...on({ crawlers: false }), agent: { isCrawler: true, isLegacyBrowser: false } },
      undefined,
    ],
    ['a message', exception({ message: 'boom' }), on({ messages: ['boom'] }), filtered('message')],
    ['a type', exception({ type: 'TypeError', message: 'x' }), on({ messages: ['TypeError'] }), filtered('message')],
    ['type and message', exception({ type: 'E', message: 'x' }), on({ messages: ['E: x'] }), filtered('message')],
    ['the default type', exception({ message: 'x' }), on({ messages: ['Error: x'] }), filtered('message')],
    ['a message that is not a string', exception({ message: 5 }), on({ messages: ['5'] }), undefined],
    ['a log message', log({ payload: { message: 'boom' } }), on({ messages: ['boo*'] }), filtered('message')],
    [
      'an extension in the stack',
      exception({ frames: [{ file: 'chrome-extension://abc/x.js' }] }),
      on({ browserExtensions: true }),
      filtered('browser_extension'),
    ],
    [
      'an extension in the raw stack',
      exception({ stack: 'at moz-extension://abc/x.js:1:1' }),
      on({ browserExtensions: true }),
      filtered('browser_extension'),
    ],
    [
      'an extension by its message',
      exception({ message: 'x Extension context invalidated.' }),
      on({ browserExtensions: true }),
      filtered('browser_extension'),
    ],
    [
      'an extension, with the filter off',
      exception({ frames: [{ file: 'chrome-extension://abc/x.js' }] }),
      {},
      undefined,
    ],
    ['hostile frames', exception({ frames: [null, 5, { file: {} }] }), on({ browserExtensions: true }), undefined],
    [
      'a local page',
      log({ type: 'hit', payload: { url: 'http://localhost:3000/x' } }),
      on({ localhost: true }),
      filtered('localhost'),
    ],
    [
      'a local origin',
      log(),
      { ...on({ localhost: true }), page: { pageHost: '127.0.0.1', address: '1.2.3.4' } },
      filtered('localhost'),
    ],
    [
      'a local client without a page',
      log(),
      { ...on({ localhost: true }), page: { pageHost: undefined, address: '::1' } },
      filtered('localhost'),
    ],
    [
      'a local client on a public page',
      log(),
      { ...on({ localhost: true }), page: { pageHost: 'example.com', address: '127.0.0.1' } },
      undefined,
    ],
    [
      'a name that only begins like localhost',
      log({ contexts: { 'page.url': 'https://localhost.example.com/' } }),
      on({ localhost: true }),
      undefined,
    ],
    [
      'an old browser',
      log(),
      { ...on({ legacyBrowsers: true }), agent: { isCrawler: false, isLegacyBrowser: true } },
      filtered('legacy_browser'),
    ],
  ])('decide about %s', (...[, event, overrides, expected]) => {
    expect(decideOne(event, overrides)).toBe(code(expected));
  });
});

describe('sampling (protocol 3.1, step 3)', () => {
  const rate = (value: number): Partial<BatchFacts> => ({
    sampleRates: { exception: value, log: value, span: value, hit: value, replay: value },
  });
  const kept = (events: readonly unknown[], value: number): string =>
    admitEvents(sent(events), factsFor(events, rate(value))).verdicts;

  const dots = (verdicts: string): number => verdicts.replaceAll('q', '').length;

  test('a rate of 0 drops every event, 1 none', () => {
    expect(decideOne(log(), rate(0))).toBe(code(filtered('sampled')));
    expect(decideOne(log(), rate(1))).toBe('.');
  });

  test('keeps about its share, and a higher rate keeps the same events and more', () => {
    const events = Array.from({ length: 4_000 }, () => log());
    const [low, high] = [kept(events, 0.25), kept(events, 0.5)];
    expect(dots(low) / 4_000).toBeCloseTo(0.25, 1);
    expect(dots(high) / 4_000).toBeCloseTo(0.5, 1);
    expect(Array.from(low).every((verdict, index) => verdict !== '.' || high[index] === '.')).toBe(true);
  });

  test('keeps or drops all spans of a trace and all segments of a replay, in every batch', () => {
    for (let trace = 0; trace < 50; trace += 1) {
      const spans = [1, 2, 3].map(() => span({ traceId: `t${trace}` }));
      expect(['...', 'qqq']).toContain(kept(spans, 0.5));
      const segments = [
        log({ type: 'replay', payload: { replayId: `r${trace}` } }),
        log({ type: 'replay', contexts: { 'replay.id': `r${trace}` }, payload: {} }),
      ];
      expect(['..', 'qq']).toContain(kept(segments, 0.5));
    }
  });

  test('decides a numeric replay id like its text', () => {
    for (let id = 0; id < 50; id += 1) {
      const segments = [
        log({ type: 'replay', payload: { replayId: id } }),
        log({ type: 'replay', payload: { replayId: String(id) } }),
        log({ type: 'replay', contexts: { 'replay.id': id }, payload: {} }),
        log({ type: 'replay', contexts: { 'replay.id': id }, payload: { replayId: null } }),
        log({ type: 'replay', contexts: { 'replay.id': 'other' }, payload: { replayId: id } }),
      ];
      expect(['.....', 'qqqqq']).toContain(kept(segments, 0.5));
    }
  });
});

describe('backlog (protocol 8)', () => {
  test('refuses spans and replays only, after filters', () => {
    const events = [log(), span(), log({ type: 'replay', payload: {} }), log({ type: 'hit' }), 5];
    const r = code(rateLimited('backlog'));
    expect(admitEvents(sent(events), factsFor(events, { isBacklogged: true })).verdicts).toBe(`.${r}${r}.a`);
    expect(decideOne(span(), { isBacklogged: true, addressEntry: '::1' })).toBe(code(filtered('ip')));
  });
});

describe('the internal type', () => {
  const metric = log({ type: 'metric', payload: { name: 'orders', value: 1 } });

  test('is unknown in a body that a client wrote', () => {
    expect(admitEvents(sent([metric]), factsFor([metric]))).toMatchObject({
      types: 'u',
      verdicts: code(invalid('type')),
      serialized: [undefined],
    });
  });

  test('is admitted from a translator, is not sampled, and must have a name and numbers', () => {
    const events = [metric, log({ type: 'metric', payload: { value: 1 } }), log({ type: 'metric', payload: 'no' })];
    const facts = factsFor(events, { isTranslated: true, isBacklogged: true });
    const invalidPayload = code(invalid('payload'));
    expect(admitEvents(sent(events), facts)).toMatchObject({
      types: 'mmm',
      verdicts: `.${invalidPayload}${invalidPayload}`,
    });
  });

  test('keeps its numbers if the project scrubs', () => {
    const payload = { name: 'auth.token', value: 5, values: [[4111111111111111, 1]], source: '4111111111111111' };
    const events = [log({ type: 'metric', payload })];
    const admitted = admitEvents(sent(events), factsFor(events, { isTranslated: true, scrub: true }));
    expect(admitted).toMatchObject({ events: [{ payload }] });
  });
});

describe('the admitted batch', () => {
  const long = 'x'.repeat(70_000);
  const events = [log({ payload: { text: long } }), { type: 'trace' }, 5];
  const decisions = { types: 'l-u', verdicts: `.-${code(invalid('not_an_object'))}`, trims: 1, entries: '' };

  test('contains the text of each valid event and the number of trimmed values', () => {
    expect(admitEvents(sent(events), factsFor(events))).toStrictEqual({
      ...decisions,
      serialized: [{ type: 'log', json: expect.any(Buffer) }, undefined, undefined],
    });
  });

  test('contains the cleaned events instead of texts if the project scrubs them', () => {
    expect(admitEvents(sent(events), factsFor(events, { scrub: true }))).toStrictEqual({
      ...decisions,
      events: [expect.objectContaining({ type: 'log' }), undefined, undefined],
    });
  });
});

describe('the text of an event', () => {
  const long = 'x'.repeat(70_000);
  test.each<[string, unknown, string, 'sent' | 'written']>([
    ['without changes is the received one', log(), ` ${JSON.stringify(log(), undefined, 1)} `, 'sent'],
    ['that was cleaned is serialized again', log({ tags: { a: 1 } }), '{"as":"sent"}', 'written'],
    ['that was trimmed is serialized again', log({ payload: { message: long } }), '{"as":"sent"}', 'written'],
    ['that is too long because of white space is serialized again', log(), `{${' '.repeat(2_000_000)}}`, 'written'],
  ])('%s', (_name, event, text, expected) => {
    const decided = admitEvents({ events: [event], originalJson: () => Buffer.from(text) }, factsFor([event]));
    const serialized = 'serialized' in decided ? decided.serialized : [];
    expect(decided.verdicts).toBe('.');
    expect(serialized[0]?.json.toString() === text ? 'sent' : 'written').toBe(expected);
    expect(JSON.parse(String(serialized[0]?.json))).toMatchObject({ type: 'log', timestamp: log()['timestamp'] });
  });
});

describe('problems of invalid events', () => {
  const flawOf = (event: unknown): unknown =>
    admitEvents(sent([log(), event]), factsFor([log(), event], { explain: true })).issues?.get(1);
  const noUuid = span({ uuid: undefined });

  test.each<[string, unknown, object]>([
    ['a string', 'log', { message: 'must be a JSON object' }],
    ['no type', log({ type: undefined }), { field: 'type', message: 'is required' }],
    [
      'another type',
      log({ type: 'x' }),
      { field: 'type', message: 'must be one of exception, log, span, hit, replay' },
    ],
    ['no timestamp', log({ timestamp: undefined }), { field: 'timestamp', message: 'is required' }],
    ['a bad timestamp', log({ timestamp: 5 }), { field: 'timestamp', message: 'must be an ISO 8601 date and time' }],
    ['no payload', log({ payload: undefined }), { field: 'payload', message: 'is required' }],
    ['a span without uuid', noUuid, { field: 'payload.uuid', message: 'is required' }],
    [
      'a long replay id in a context',
      log({ type: 'replay', payload: {}, contexts: { 'replay.id': 'x'.repeat(129) } }),
      { field: 'contexts.replay.id', message: 'must be 1 to 128 characters long' },
    ],
    ['too deep', log({ contexts: { a: nest(70) } }), { message: 'is nested deeper than 64 levels' }],
    [
      'too large',
      log({ payload: { a: Array.from({ length: 20 }, () => 'x'.repeat(60_000)) } }),
      { message: 'is larger than 1048576 bytes' },
    ],
  ])('are named for %s', (_name, event, flaw) => {
    expect(flawOf(event)).toEqual(flaw);
  });

  test('are collected for at most 20 events, and only on request', () => {
    const events = Array.from({ length: 30 }, () => noUuid);
    expect(admitEvents(sent(events), factsFor(events, { explain: true })).issues?.size).toBe(20);
    expect(admitEvents(sent(events), factsFor(events)).issues).toBeUndefined();
  });
});

describe('admitBatch', () => {
  const SECRET = log({ payload: { message: 'mail a@example.com' } });
  const batchOf = (settings: Partial<ProjectSettings>, events: readonly unknown[], agent = 'browser') => {
    const project = compileProject(newProject(settings));
    return incomingBatch({ project, agent, bytes: Buffer.from(JSON.stringify({ events })) });
  };
  const admit = async (batch: IncomingBatch, calls = Infinity, deps: Partial<AdmissionDeps> = {}) => {
    const reserved: number[] = [];
    const reserve = (bytes: number): boolean => reserved.push(bytes) <= calls;
    const admitted = await admitBatch(batch, reserve, { ...NO_ADMISSION, ...deps });
    return { admitted, reserved };
  };
  const textOf = (admitted: unknown): string =>
    (admitted as AdmittedBatch).serialized.map((event) => event?.json).join();

  test('refuses a body that is not an envelope', async () => {
    const bytes = Buffer.from('{}');
    expect((await admit({ ...batchOf({}, []), bytes })).admitted).toMatchObject({
      status: 400,
      code: 'invalid_envelope',
    });
  });

  test('decides by address, page, user agent, backlog and request', async () => {
    const crawler = { classifyAgent: () => ({ isCrawler: true, isLegacyBrowser: false }) };
    const behind = { pressure: () => ({ ...NO_ADMISSION.pressure(), holdOffSeconds: 5 }) };
    const byAddress = batchOf({ filters: settingsWith({ ips: ['::1'] }).filters }, [log()]);
    const byAgent = batchOf({ filters: settingsWith({ crawlers: true }).filters }, [log()]);
    expect((await admit(byAddress)).admitted).toMatchObject({ verdicts: verdictCode(filtered('ip')) });
    expect((await admit(byAgent, Infinity, crawler)).admitted).toMatchObject({
      verdicts: verdictCode(filtered('crawler')),
    });
    const byPage = {
      ...batchOf({ filters: settingsWith({ localhost: true }).filters }, [log()]),
      pageHost: 'localhost',
    };
    expect((await admit({ ...byPage, address: '192.0.2.7' })).admitted).toMatchObject({
      verdicts: verdictCode(filtered('localhost')),
    });
    expect((await admit(batchOf({}, [span()]))).admitted).toMatchObject({ verdicts: '.' });
    expect((await admit(batchOf({}, [span()]), Infinity, behind)).admitted).toMatchObject({
      verdicts: verdictCode(rateLimited('backlog')),
    });
    expect((await admit({ ...batchOf({}, [5]), explain: true })).admitted).toMatchObject({ issues: expect.any(Map) });
  });

  test('does not wait unless the events must be scrubbed', () => {
    const admit = (scrub: boolean) => admitBatch(batchOf({ scrub }, [SECRET]), () => true, NO_ADMISSION);
    expect(admit(false)).not.toBeInstanceOf(Promise);
    expect(admit(true)).toBeInstanceOf(Promise);
  });

  test('scrubs the events if the project asks for it, within its memory', async () => {
    const batch = batchOf({ scrub: true }, [SECRET]);
    const { admitted, reserved } = await admit(batch);
    expect(textOf(admitted)).not.toContain('a@example.com');
    expect(reserved).toEqual([expect.any(Number), batch.bytes.length]);
    expect((await admit(batch, 1)).admitted).toMatchObject({ status: 503 });
    expect((await admit(batch, 2)).admitted).toHaveProperty('serialized');
  });

  test('reserves the bytes by which scrubbing lengthens a batch', async () => {
    const batch = batchOf({ scrub: true }, [log({ payload: { message: 'a@b.co '.repeat(100) } })]);
    const { admitted, reserved } = await admit(batch);
    expect(reserved).toEqual([expect.any(Number), batch.bytes.length, textOf(admitted).length - batch.bytes.length]);
    expect((await admit(batch, 2)).admitted).toMatchObject({ status: 503 });
  });

  test.each([false, true])('admitAsOf replaces times by another arrival (scrubbed: %s)', async (scrub) => {
    const future = log({ timestamp: new Date(ARRIVAL_MS + 120_000).toISOString() });
    const batch = batchOf({ scrub }, [future]);
    const admitted = (await admit(batch)).admitted as AdmittedBatch;
    expect(textOf(admitted)).toContain(new Date(ARRIVAL_MS).toISOString());
    expect(admitAsOf(ARRIVAL_MS, batch, admitted, NO_ADMISSION)).toBe(admitted);
    const earlier = admitAsOf(ARRIVAL_MS - 5, batch, admitted, NO_ADMISSION);
    expect(textOf(earlier)).toContain(new Date(ARRIVAL_MS - 5).toISOString());
    expect(earlier.verdicts).toBe(admitted.verdicts);
  });

  test('admitAsOf reads a batch that was written here, whatever its depth', async () => {
    const deep = JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) as unknown;
    const batch = { ...batchOf({}, [log({ contexts: { deep } })]), isWritten: true };
    const admitted = (await admit(batch)).admitted as AdmittedBatch;
    const shallow = { ...NO_ADMISSION, limits: { ...NO_ADMISSION.limits, maxJsonDepth: 20 } };
    expect(admitAsOf(ARRIVAL_MS - 5, batch, admitted, shallow).verdicts).toBe(admitted.verdicts);
    expect(() => admitAsOf(ARRIVAL_MS - 5, { ...batch, isWritten: false }, admitted, shallow)).toThrow(
      'cannot be parsed',
    );
  });
});

function withFilters(...parameters: Parameters<typeof settingsWith>): Partial<BatchFacts> {
  const settings = settingsWith(...parameters);
  return { filters: compileFilters(settings), sampleRates: settings.sampleRates };
}

function decideOne(event: unknown, overrides: Partial<BatchFacts> = {}): string {
  return admitEvents(sent([event]), factsFor([event], overrides)).verdicts;
}
