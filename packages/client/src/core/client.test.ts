import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getClient, startClient, type Client, type Platform, type TransportHost } from './client.js';
import type { SluiceEvent } from './event.js';
import { isOwnRequest } from './isOwnRequest.js';
import type { ClientOptions } from './options.js';
import { reportedErrors } from './lossReporter.js';
import { resetScopes, setContext, setGlobalTracePosition, setTag } from './scope.js';
import type { GroupingTransport } from './transport.js';

const dsn = `https://${'a'.repeat(32)}@sluice.example`;

const logTo = (client: Client | undefined, message = 'x'): void => client?.capture('log', { level: 'info', message });

describe('a client', () => {
  let warn: ReturnType<typeof jest.spyOn>;

  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockReturnValue(undefined);
  });

  afterEach(async () => {
    await getClient()?.close();
    resetScopes();
    jest.restoreAllMocks();
  });

  it('adds the surroundings to every event', () => {
    setTag('shop', 'a');
    setContext('cart.id', 7);
    setGlobalTracePosition({ traceId: 't', spanId: 's', isSampled: true });
    const { sent, client } = started({ release: 'r@1', environment: 'test' });
    client?.capture('log', { level: 'info', message: 'x' }, { at: 0, tags: { own: 'b' }, contexts: { 'a.b': 1 } });
    expect(JSON.parse(JSON.stringify(sent))).toEqual([
      {
        type: 'log',
        timestamp: '1970-01-01T00:00:00.000Z',
        tags: { shop: 'a', own: 'b' },
        contexts: {
          'device.userAgent': 'agent',
          'cart.id': 7,
          'a.b': 1,
          release: 'r@1',
          environment: 'test',
          'trace.id': 't',
          'span.id': 's',
        },
        payload: { level: 'info', message: 'x' },
      },
    ]);
  });

  it.each([
    ['an empty dsn', { dsn: '' }, 0],
    ['a bad dsn', { dsn: 'https://sluice.example' }, 1],
  ])('with %s is inactive, and warns each time', (_name, options, warnings) => {
    expect(started(options).client).toBeUndefined();
    expect(getClient()).toBeUndefined();
    expect(warn).toHaveBeenCalledTimes(warnings);
  });

  it.each<[string, ClientOptions, readonly ['warn' | 'log', RegExp][]]>([
    ['without a dsn', { dsn: '' }, []],
    ['without a dsn, with debug', { dsn: '', debug: true }, [['log', /dsn must be https:\/\/<public key>@<host>/]]],
    ['with an invalid dsn', { dsn: 'https://sluice.example' }, [['warn', /dsn must be https:\/\/<public key>@<host>/]]],
    ['with a server key', { dsn: `https://sls_${'0'.repeat(64)}@a.example` }, [['warn', /<public key>/]]],
  ])('%s reports why nothing is sent', (_name, options, lines) => {
    const log = jest.spyOn(console, 'log').mockReturnValue(undefined);
    started(options);
    const linesOf = (method: 'warn' | 'log', spy: unknown): unknown[] =>
      (spy as { mock: { calls: unknown[][] } }).mock.calls.map((all) => [method, all.join(' ')]);
    const said = [...linesOf('warn', warn), ...linesOf('log', log)];
    expect(said).toEqual(lines.map(([method, pattern]) => [method, expect.stringMatching(pattern)]));
  });

  it('with a custom transport needs no DSN', () => {
    const send = jest.fn<(event: SluiceEvent) => void>();
    const { client } = started({ dsn: 'nonsense', transport: () => ({ send }) });
    logTo(client);
    expect(send).toHaveBeenCalledTimes(1);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each<[string, ClientOptions['transport'] & {}]>([
    [
      'that cannot be made',
      () => {
        throw new Error('x');
      },
    ],
    [
      'that throws',
      () => ({
        send: () => {
          throw new Error('x');
        },
      }),
    ],
    [
      'that rejects',
      () => ({ send: () => Promise.reject(new Error('x')), flush: () => Promise.reject(new Error('y')) }),
    ],
  ])('with a transport %s does not disturb the program', async (_name, transport) => {
    const { client } = started({ transport });
    expect(() => logTo(client)).not.toThrow();
    await expect(Promise.resolve(client?.flush())).resolves.toBeUndefined();
  });

  it('drops events that beforeSend drops or for which it throws, and reports their number with the next event', () => {
    const answers = [
      () => null,
      () => {
        throw new Error('x');
      },
      (event: SluiceEvent) => ({ ...event, tags: { changed: 'yes' } }),
    ];
    const { sent, capture } = started({ beforeSend: (event) => (answers.shift() ?? (() => event))(event) });
    for (let times = 0; times < 4; times += 1) capture();
    expect(sent.map(({ tags }) => tags)).toEqual([{ changed: 'yes' }, {}]);
    expect(sent.map(({ contexts }) => contexts?.['sdk.dropped'])).toEqual([{ 'before_send.log': 2 }, undefined]);
  });

  it('calls onError once per event, and drops events and the error captured within it', () => {
    const error = new Error('gone');
    const onError = jest.fn<(error: unknown, event: SluiceEvent) => void>(() => {
      logTo(getClient(), 'from onError');
      throw new Error('from onError');
    });
    const { sent, host, capture } = started({ transportOptions: { onError } });
    capture();
    capture();
    host().giveUp(error, sent);
    expect(onError.mock.calls.map(([given, event]) => [given, event])).toEqual(sent.map((event) => [error, event]));
    expect(sent).toHaveLength(2);
    expect([error, new Error('gone')].map((one) => reportedErrors.has(one))).toEqual([true, false]);
  });

  it('sends a group at once, or one by one if the transport has no groups', () => {
    const sendTogether = jest.fn<(events: readonly SluiceEvent[]) => void>();
    const grouping = started({}, { sendTogether });
    const events = [1, 2].map(() => grouping.client?.build('log', { level: 'info', message: 'x' }) as SluiceEvent);
    grouping.client?.sendTogether(events);
    grouping.client?.sendTogether([]);
    expect(sendTogether.mock.calls).toEqual([[events, false]]);
    const plain = started();
    plain.client?.sendTogether(events);
    expect(plain.sent).toEqual(events);
  });

  it('starts integrations, stops them in the opposite order, and minds none that throws', async () => {
    const said: string[] = [];
    const part = (name: string) => ({
      name,
      setup: () => {
        said.push(`+${name}`);
        return () => void said.push(`-${name}`);
      },
    });
    const broken = {
      name: 'broken',
      setup: () => {
        throw new Error('x');
      },
    };
    const { client } = started({ integrations: [part('a'), broken, part('b')] });
    await client?.close();
    expect(said).toEqual(['+a', '+b', '-b', '-a']);
  });

  it('releases held events once, before it leaves or closes, and captures nothing afterwards', async () => {
    const [leave, close] = [jest.fn(), jest.fn()];
    const { client, sent, capture } = started({}, { leave, close });
    const release = jest.fn(() => capture());
    const forget = client?.onLeave(release);
    client?.leave();
    expect([release.mock.calls.length, leave.mock.calls.length, sent.length]).toEqual([1, 1, 1]);
    client?.onLeave(() => {
      throw new Error('x');
    });
    await client?.close();
    expect([release.mock.calls.length, close.mock.calls.length, sent.length]).toEqual([2, 1, 2]);
    forget?.();
    capture();
    expect(sent).toHaveLength(2);
    expect(getClient()).toBeUndefined();
  });

  it('passes events released on leaving to the transport before it leaves, one by one if it has no groups', () => {
    const order: unknown[] = [];
    const sendTogether = (events: readonly SluiceEvent[], isLeaving?: boolean): unknown =>
      order.push([events.length, isLeaving]);
    const { client, sent, capture } = started({}, { sendTogether, leave: () => order.push('leave') });
    client?.onLeave(() => capture());
    client?.leave();
    capture();
    expect([order, sent.length]).toEqual([[[1, true], 'leave'], 1]);
    const plain = started();
    plain.client?.onLeave(() => plain.capture());
    plain.client?.leave();
    expect(plain.sent).toHaveLength(1);
  });

  it('is closed by the start of another', () => {
    const first = started();
    const second = started();
    logTo(first.client);
    expect(getClient()).toBe(second.client);
    expect(first.sent).toEqual([]);
  });

  it.each<[string, string, boolean]>([
    ['https://sluice.example/api/envelope', 'https://sluice.example/api/envelope?service_key=x', true],
    ['https://Sluice.example:443/api/../api/envelope?a=b', 'https://sluice.example/api/envelope', true],
    ['/tunnel', 'https://shop.example/tunnel?service_key=x', true],
    ['/tunnel', 'https://shop.example/tunnels', false],
    ['/tunnel', 'https://other.example/tunnel', false],
    ['', 'https://shop.example/', false],
    ['https://c.example/api/', 'https://c.example/api', true],
    ['https://c.example/api', 'https://c.example/api/envelope', true],
    ['https://c.example', 'https://c.example/any', true],
    ['https://c.example/api', 'https://c.example/apis', false],
    ['https://', 'https://shop.example/', false],
  ])('to endpoint %p, is a request to %s its own', (endpoint, url, isOwn) => {
    const { client } = started({}, { endpoint });
    expect(client && isOwnRequest(client, new URL(url), 'https://shop.example/a/')).toBe(isOwn);
  });

  it('ignores captures inside beforeSend', () => {
    let calls = 0;
    const beforeSend = (event: SluiceEvent): SluiceEvent => {
      calls += 1;
      logTo(getClient(), 'again');
      return event;
    };
    const { client, sent } = started({ beforeSend });
    logTo(client, 'one');
    logTo(client, 'two');
    expect([calls, sent.map(({ payload }) => (payload as { message: string }).message)]).toEqual([2, ['one', 'two']]);
  });

  it('owns nothing by an endpoint that is relative to nothing', () => {
    const { client } = started({}, { endpoint: '/tunnel' });
    expect(client && isOwnRequest(client, new URL('https://shop.example/tunnel'))).toBe(false);
  });

  it('is the current client while its transport is called', () => {
    const seen: (boolean | undefined)[] = [];
    const { client } = started({}, { send: () => void seen.push(client?.isSending()) });
    logTo(client);
    seen.push(client?.isSending());
    expect(seen).toEqual([true, false]);
  });
});

/** A client whose transport records its input. */
function started(options: ClientOptions = {}, more: Partial<GroupingTransport> = {}) {
  const sent: SluiceEvent[] = [];
  let host: TransportHost | undefined;
  const platform: Platform = {
    contexts: () => ({ 'device.userAgent': 'agent' }),
    createTransport: (_options, { endpoint }, given) => {
      host = given;
      return { endpoint, send: (event) => void sent.push(event), ...more };
    },
  };
  const client = startClient({ dsn, ...options }, platform);
  return { client, sent, host: () => host as TransportHost, capture: () => logTo(client) };
}
