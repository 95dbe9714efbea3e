import type { AcceptedEvent } from '@sluice/contract';
import { roundsDuring } from '@sluice/testkit/eventLoop';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { admitEvents } from '../admitBatch.js';
import type { SentEvents } from '../admitEvent.js';
import type { AdmittedBatch } from '../../batch/admittedBatch.js';
import { factsFor, sent } from '../../testing/facts.js';
import { redateBatch, scrubBatch } from './scrubBatch.js';
import { scrubEvent } from './scrubEvent.js';

const TIME = '2025-01-01T00:00:00Z';
const CARD = '4111111111111111';
const MAIL = 'bob@example.com';

describe('the setting `scrub`', () => {
  test('leaves an event without secrets unchanged', () => {
    const event = eventOf(
      'exception',
      { message: 'x is not a function', frames: [{ file: 'https://cdn.test/app.js', line: 1, column: 20 }] },
      { tags: { plan: 'pro' }, contexts: { 'user.id': 'u-1', release: 'shop@1.2.3' } },
    );
    expect(scrub(event)).toEqual(event);
  });

  test('scrubs texts wherever they are, including names', () => {
    const breadcrumb = { type: 'http', message: `GET /?token=abc`, data: { headers: { Cookie: 'a=b' }, note: MAIL } };
    const source = { before: [`// ask ${MAIL}`, ''], line: `pay('${CARD}');`, after: [`const password = 'hunter2';`] };
    const scrubbedSource = {
      before: ['// ask [email]', ''],
      line: `pay('[card]');`,
      after: [`const password = '[secret]';`],
    };
    const payload = {
      message: `no such user ${MAIL}`,
      type: 'Error',
      stack: `Error: no such user ${MAIL}\n    at f (https://cdn.test/app.js:1:2)`,
      frames: [{ file: 'https://cdn.test/app.js?token=abc', function: 'f', line: 1, context: source }],
      cause: { message: `card ${CARD}` },
      breadcrumbs: [breadcrumb],
    };
    const event = eventOf('exception', payload, {
      tags: { mail: MAIL, password: 'hunter2' },
      contexts: { 'request.headers': { Authorization: 'Basic x', accept: '*/*' }, [MAIL]: 1, 'cart.paid': [CARD] },
      extra: { note: MAIL },
    });
    expect(scrub(event)).toEqual({
      type: 'exception',
      timestamp: TIME,
      payload: {
        message: 'no such user [email]',
        type: 'Error',
        stack: 'Error: no such user [email]\n    at f (https://cdn.test/app.js:1:2)',
        frames: [{ file: 'https://cdn.test/app.js?token=[secret]', function: 'f', line: 1, context: scrubbedSource }],
        cause: { message: 'card [card]' },
        breadcrumbs: [
          { type: 'http', message: 'GET /?token=[secret]', data: { headers: { Cookie: '[secret]' }, note: '[email]' } },
        ],
      },
      tags: { mail: '[email]', password: '[secret]' },
      contexts: {
        'request.headers': { Authorization: '[secret]', accept: '*/*' },
        '[email]': 1,
        'cart.paid': ['[card]'],
      },
      extra: { note: '[email]' },
    });
  });

  test('source lines of a frame are one text: a private key over several goes whole, and every line keeps its place', () => {
    const base64 = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'.padEnd(64, 'x');
    const source = {
      before: ['const KEY = `-----BEGIN PRIVATE KEY-----', `        ${base64}`, base64],
      line: base64,
      after: ['ab+/c=', '-----END PRIVATE KEY-----`; // after', `send('${MAIL}');`],
    };
    const scrubbed = {
      before: ['const KEY = `[secret]', '', ''],
      line: '',
      after: ['', '`; // after', `send('[email]');`],
    };
    const frameWith = (context: object): object => ({ file: 'a.js', line: 9, context });
    const payloadWith = (context: object): object => ({
      message: 'm',
      frames: [frameWith(context)],
      cause: { message: 'c', frames: [null, frameWith(context)] },
    });
    expect(scrub(eventOf('exception', payloadWith(source))).payload).toEqual(payloadWith(scrubbed));
  });

  test('a source line is scrubbed alone, too: the line above it changes nothing', () => {
    const context = { before: ['// the password:'], line: `apiKey = 'abcdef'`, after: [`const password = 'hunter2';`] };
    const { frames } = scrub(eventOf('exception', { frames: [{ line: 2, context }] })).payload as unknown as {
      frames: { context: { before: string[]; line: string; after: string[] } }[];
    };
    expect(JSON.stringify(frames)).not.toMatch(/abcdef|hunter2/);
    expect(frames[0]?.context.after).toHaveLength(1);
  });

  test('source lines that hold line ends of their own stay lines', () => {
    const context = { before: [`a\nb`], line: `mail('${MAIL}')\n\n`, after: [] };
    expect(scrub(eventOf('exception', { frames: [{ line: 2, context }] })).payload).toEqual({
      frames: [{ line: 2, context: { ...context, line: `mail('[email]')\n\n` } }],
    });
  });

  test.each<[string, string, string, string]>([
    ['a secret by its name', 'db_password', "'hunter2'", '[secret]'],
    ['a secret by its name, cut', 'token', `'${'a'.repeat(900)}…`, '[secret]'],
    ['a secret that is a number', 'api_key', '12345', '[secret]'],
    ['no absent secret', 'token', 'None', 'None'],
    ['an email address', 'to', "'bob@example.com'", "'[email]'"],
    ['a card', 'number', `'${CARD}'`, "'[card]'"],
    ['a field of a dictionary', 'user', `{'password': 'hunter2', 'id': 7}`, `{'password': '[secret]', 'id': 7}`],
    ['a field of JSON', 'user', `{"password":"'hunter2'","id":"7"}`, `{"password":"[secret]","id":"7"}`],
    ['a field of an object', 'self', `<Config secret='hunter2' id=7>`, `<Config secret='[secret]' id=7>`],
    ['a field that was cut', 'user', `{'id': 7, 'password': 'hunter2…`, `{'id': 7, 'password': '[secret]`],
    [
      'a private key with printed line ends',
      'key_text',
      `'-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\\n-----END PRIVATE KEY-----'`,
      `'[secret]'`,
    ],
    ['nothing else', 'cart_id', "'c-17'", "'c-17'"],
  ])('masks in the variables of a frame %s', (_name, name, value, expected) => {
    const payloadWith = (text: string): object => ({
      frames: [{ module: 'shop.cart', vars: { [name]: text } }],
      cause: { frames: [{ vars: { [name]: text } }] },
    });
    expect(scrub(eventOf('exception', payloadWith(value))).payload).toEqual(payloadWith(expected));
  });

  test('hides values of every kind whose name says that they are secret, except flags and null', () => {
    const attributes = { password: 1234, token: null, secret: false, cookie: '', credentials: { a: 1 }, apiKey: ['x'] };
    expect(scrub(eventOf('log', { message: 'm', attributes })).payload).toEqual({
      message: 'm',
      attributes: {
        password: '[secret]',
        token: null,
        secret: false,
        cookie: '',
        credentials: '[secret]',
        apiKey: '[secret]',
      },
    });
  });

  test('keeps values used for grouping and joining, whatever they look like', () => {
    const ids = { uuid: CARD, traceId: CARD, parentId: MAIL, metrics: { 'auth.token': 1 }, status: 'ok' };
    const contexts = { release: MAIL, environment: MAIL, 'trace.id': CARD, 'replay.id': CARD, 'span.id': CARD };
    const event = eventOf('span', { ...ids, name: 'GET /' }, { contexts });
    expect(scrub(event)).toEqual(event);
    expect(scrub(eventOf('span', { ...ids, name: `GET /${MAIL}` })).payload).toEqual({ ...ids, name: 'GET /[email]' });
  });

  test('drops an email address as identifier instead of marking it, so that users remain distinct', () => {
    const contexts = {
      'user.id': MAIL,
      'user.email': 'bob@intranet',
      'user.username': MAIL,
      'user.name': `Bob ${MAIL}`,
    };
    expect(scrub(eventOf('log', {}, { contexts })).contexts).toEqual({ 'user.name': 'Bob [email]' });
    expect(scrub(eventOf('log', {}, { contexts: { 'user.id': 'u-1', 'user.email': MAIL } })).contexts).toEqual({
      'user.id': 'u-1',
    });
  });

  test('does not read the recording of a replay', () => {
    const payload = { replayId: CARD, events: [{ text: MAIL, password: 'x' }], note: MAIL };
    expect(scrub(eventOf('replay', payload)).payload).toEqual({ ...payload, note: '[email]' });
  });

  test('keeps identifiers and numbers unchanged only in fields of their type', () => {
    const hidden = { note: MAIL };
    const contexts = { environment: hidden, release: [MAIL], 'trace.id': hidden };
    const payload = { metrics: { [MAIL]: MAIL, password: 5 }, status: MAIL, duration: MAIL, release: MAIL, uuid: MAIL };
    const log = scrub(eventOf('log', payload, { contexts, password: 'hunter2', apiKey: 5 })) as unknown as object;
    expect(JSON.stringify(log)).not.toContain('bob');
    expect(log).toMatchObject({
      password: '[secret]',
      apiKey: '[secret]',
      payload: { metrics: { password: '[secret]' } },
    });
    const span = scrub(eventOf('span', { ...payload, uuid: hidden, metrics: { [MAIL]: 5, password: 5, 'a@b.co': 6 } }));
    expect(span.payload).toMatchObject({ status: MAIL, metrics: { '[email]': 5, password: 5, '[email] (2)': 6 } });
    expect(span.payload).toMatchObject({ release: '[email]', uuid: { note: '[email]' } });
    expect(scrub(eventOf('hit', { events: [MAIL] })).payload).toEqual({ events: ['[email]'] });
  });

  test('a user is dropped for an address or a secret, not for a number that could be of a card', () => {
    const contexts = { 'user.id': CARD, 'user.username': 'token=abc' };
    expect(scrub(eventOf('log', {}, { contexts })).contexts).toEqual({ 'user.id': CARD });
  });

  test('keeps the values of names that would become equal', () => {
    const attributes = { 'a@b.co': 1, '[email]': 2, 'c@d.io': 3, 'e@f.org': 4, '[email] (3)': 5 };
    const expected = { '[email] (2)': 1, '[email]': 2, '[email] (4)': 3, '[email] (5)': 4, '[email] (3)': 5 };
    expect(scrub(eventOf('log', { attributes })).payload).toEqual({ attributes: expected });
  });

  test('keeps test counts and working directories', () => {
    const attributes = { pass: 12, fail: 3, PWD: '/srv/app', env: { pwd: 'C:\\work' } };
    expect(scrub(eventOf('log', { attributes })).payload).toEqual({ attributes });
    const secret = { pass: 'hunter2', pwd: 'hunter2', userPass: 12 };
    expect(Object.values(scrub(eventOf('log', secret)).payload)).toEqual(['[secret]', '[secret]', '[secret]']);
  });

  test.each<[string, unknown, unknown]>([
    [
      'pairs',
      [
        ['Authorization', 'Basic eA=='],
        ['Accept', '*/*'],
        ['password', { a: 1 }],
        ['token', null],
      ],
      [
        ['Authorization', '[secret]'],
        ['Accept', '*/*'],
        ['password', '[secret]'],
        ['token', null],
      ],
    ],
    [
      'raw headers',
      ['Host', 'a.test', 'Cookie', 'sid=abc', 'X-Api-Key', 'k'],
      ['Host', 'a.test', 'Cookie', '[secret]', 'X-Api-Key', '[secret]'],
    ],
    ['of HAR', [{ name: 'password', value: 'hunter2' }], [{ name: 'password', value: '[secret]' }]],
    [
      'of OpenTelemetry',
      [{ key: 'http.request.header.authorization', value: { stringValue: 'abc' } }],
      [{ key: 'http.request.header.authorization', value: '[secret]' }],
    ],
    ['as one', { Key: 'apiKey', Value: ['abc'] }, { Key: 'apiKey', Value: '[secret]' }],
  ])('scrubs lists of fields: %s', (_name, fields, expected) => {
    expect(scrub(eventOf('log', { attributes: { fields } })).payload).toEqual({ attributes: { fields: expected } });
  });

  test.each<[string, unknown]>([
    ['names', ['password', 'email', 'token']],
    ['an even number of names', ['password', 'email']],
    ['headers that are none', ['Accept', 'Cookie', 'x-request-id', '17']],
    ['an empty value', [{ name: 'password', value: '' }, ['cookie', '']]],
    ['another name', [{ name: 'passenger', value: 'bob' }, { name: 5, value: 'bob' }, { value: 'bob' }]],
    ['nothing', [[], {}, [[]], [{}]]],
  ])('leaves lists that are not of fields unchanged: %s', (_name, fields) => {
    expect(scrub(eventOf('log', { attributes: { fields } })).payload).toEqual({ attributes: { fields } });
  });

  test('the agent of a device is read, and has no address', () => {
    const contexts = { 'device.userAgent': `app/1 (${MAIL})` };
    expect(scrub(eventOf('log', {}, { contexts })).contexts).toEqual({ 'device.userAgent': 'app/1 ([email])' });
  });

  test('leaves JSON valid', () => {
    const odd = { 0: 'zero', '"\\': '\u2028', list: [null, true, 1e21, -0.5, [], {}, [[]]], '': '' };
    const text = JSON.stringify(odd);
    const event = eventOf('replay', { ...odd, events: [odd, JSON.parse(`{"__proto__":1,"a":${text}}`)] }, odd);
    expect(JSON.stringify(scrub(event))).toBe(JSON.stringify(event));
    expect(scrub(eventOf('replay', { events: [Infinity] })).payload).toEqual({ events: [null] });
  });

  test('changes nothing the second time', () => {
    const event = eventOf('log', { message: `${MAIL} password=hunter2 ${CARD} https://a:b@c.test/?token=x` });
    const once = scrub(event);
    expect(scrub(once)).toEqual(once);
  });
});

/** Decides about a batch and scrubs it, as the gateway does. */
async function decideAll(batch: SentEvents, facts: Parameters<typeof factsFor>[1]): Promise<AdmittedBatch> {
  const decided = admitEvents(batch, factsFor(batch.events, facts));
  return 'events' in decided ? scrubBatch(decided) : decided;
}

describe('deciding with the setting', () => {
  const event = eventOf('log', { message: `to ${MAIL}` });
  const queued = async (isOn: boolean): Promise<string> =>
    String((await decideAll(sent([event]), { scrub: isOn })).serialized[0]?.json);

  test('scrubs queued events if it is on, and leaves them unchanged if it is off', async () => {
    expect(await queued(true)).toContain('to [email]');
    expect(await queued(true)).not.toContain(MAIL);
    expect(await queued(false)).toContain(MAIL);
  });

  test('waits for nothing if it is off', () => {
    expect(admitEvents(sent([event]), factsFor([event]))).toHaveProperty('serialized');
    expect(admitEvents(sent([event]), factsFor([event], { scrub: true }))).not.toHaveProperty('serialized');
  });

  test('drops a member that another one of the same name hides if it is on', async () => {
    const text = `{"type":"log","timestamp":"${TIME}","payload":{"message":"${MAIL}","message":"m"}}`;
    const parsed: unknown = JSON.parse(text);
    const decided = await decideAll({ events: [parsed], originalJson: () => Buffer.from(text) }, { scrub: true });
    expect(decided.verdicts).toBe('.');
    expect(decided.serialized[0]?.json.toString()).not.toContain(MAIL);
  });

  test('does not affect outcomes: size and filters apply to the sent event', async () => {
    const large = eventOf('log', { attributes: { list: Array.from({ length: 60_000 }, () => 'a@b.co') } });
    const events = [event, 5, large, { type: 'trace' }, eventOf('hit', {}), { type: 'log' }];
    const [on, off] = await Promise.all([true, false].map((scrub) => decideAll(sent(events), { scrub })));
    expect({ ...on, serialized: on?.serialized.map((one) => one?.type) }).toEqual({
      ...off,
      serialized: off?.serialized.map((one) => one?.type),
    });
  });

  test('changes only times if the batch has another arrival', async () => {
    const future = eventOf('log', { message: MAIL }, { timestamp: '2999-01-01T00:00:00Z' });
    const facts = { scrub: true, arrivalMs: Date.UTC(2025, 5, 1, 12) };
    const again = admitEvents(
      sent([future, event, 5]),
      factsFor([future, event, 5], { ...facts, arrivalMs: Date.UTC(2025, 5, 1, 11) }),
    );
    const decided = await decideAll(sent([future, event, 5]), facts);
    if (!('events' in again)) throw new Error('it is not to be scrubbed');
    expect(redateBatch(decided, again).serialized.map((one) => one?.json.toString())).toEqual([
      '{"timestamp":"2025-06-01T11:00:00.000Z","type":"log","payload":{"message":"[email]"}}',
      `{"timestamp":"${TIME}","type":"log","payload":{"message":"to [email]"}}`,
      undefined,
    ]);
  });
});

describe('scrubbing a large batch', () => {
  afterEach(() => void jest.restoreAllMocks());

  const worst = 'pwd=1&'.repeat(10_833);
  const scrubbed = (events: readonly AcceptedEvent[]) =>
    scrubBatch({ types: '', verdicts: '', trims: 0, entries: '', events: [...events] });

  test.each<[string, () => readonly AcceptedEvent[]]>([
    ['of many events', () => Array.from({ length: 24 }, () => eventOf('log', { message: worst }))],
    ['of one event', () => [eventOf('replay', { replayId: 'r', texts: Array.from({ length: 24 }, () => worst) })]],
    [
      'of one deep event',
      () => [
        eventOf('replay', { replayId: 'r', a: { b: Array.from({ length: 24 }, () => ({ [worst]: [[worst]] })) } }),
      ],
    ],
    [
      'with a long recording',
      () => [eventOf('replay', { events: JSON.parse(`[${'{"a":1},'.repeat(200_000)}0]`) as unknown })],
    ],
  ])('yields to other work: %s', async (_name, eventsOf) => {
    const events = eventsOf();
    let nowMs = 0;
    // Each check of the clock finds the time slice used up.
    jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1_000));
    expect(await roundsDuring(() => scrubbed(events))).toBeGreaterThanOrEqual(24);
  });
});

/** An event as it is queued. */
function scrub(event: AcceptedEvent): AcceptedEvent {
  const work = scrubEvent(event);
  for (;;) {
    const step = work.next();
    if (step.done === true) return JSON.parse(step.value.toString()) as AcceptedEvent;
  }
}

function eventOf(type: string, payload: object, rest: object = {}): AcceptedEvent {
  return { timestamp: TIME, type, payload, ...rest } as unknown as AcceptedEvent;
}
