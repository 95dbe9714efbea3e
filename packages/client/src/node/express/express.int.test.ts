import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, request as ask, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type express from 'express';
import type { ErrorRequestHandler, Express } from 'express';
import { consoleLogs } from '../../browser/integrations/consoleLogs.js';
import { captureException } from '../../capture/captureException.js';
import { captureMessage } from '../../capture/captureMessage.js';
import { log } from '../../capture/log.js';
import type { Integration } from '../../core/client.js';
import type { SluiceEvent } from '../../core/event.js';
import { close } from '../../core/flush.js';
import { setTag, setUser, withScope } from '../../core/scope.js';
import { asyncSpan } from '../../spans/spans.js';
import { init } from '../init.js';
import { expressErrors } from './expressErrors.js';
import { expressRequests } from './expressRequests.js';

/** Both have the same shape as far as is used here. */
type CreateExpress = typeof express;
type Sent = Omit<SluiceEvent, 'payload' | 'contexts'> & { payload: Record<string, unknown>; contexts: object };

let create: CreateExpress;
let server: Server | undefined;
let events: Sent[];

const of = (type: string): Sent[] => events.filter((event) => event.type === type);
const contextOf = (event: Sent | undefined, key: string): unknown => (event?.contexts as Record<string, unknown>)[key];

/** What Express knows by its four parameters. */
const tellErrors: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, next) => {
  if (response.headersSent || error.message === 'unanswered') return next(error);
  response.status(error.status ?? 500).send(`told: ${error.message}`);
};

/** Each test is a minute later: so many exceptions at once are more than are sent. */
let minutes = 0;
const { now } = Date;
beforeEach(() => {
  minutes++;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await close();
  const closing = server;
  server = undefined;
  if (closing === undefined) return;
  closing.closeAllConnections();
  await new Promise((resolve) => closing.close(resolve));
});

const find = createRequire(import.meta.url);

describe.each(['express', 'express4'])('%s', testWith);

function testWith(name: string): void {
  beforeAll(() => {
    create = find(name) as CreateExpress;
  });

  it('the middleware separates a hundred concurrent requests: tags, users and traces', async () => {
    const origin = await serve((app) => {
      app.get('/users/:id', async (request, response) => {
        const { id } = request.params;
        setTag('id', id);
        await wait(Math.random() * 20);
        setUser({ id });
        await asyncSpan(`inner ${id}`, () => wait(Math.random() * 20));
        log('info', `log ${id}`);
        captureException(new Error(`error ${id}`));
        response.send(id);
      });
    });
    const ids = Array.from({ length: 100 }, (_, index) => `u${index}`);
    const traceOf = (id: string): string => id.slice(1).padStart(32, 'a');
    const answers = await Promise.all(
      ids.map((id) => visit(`${origin}/users/${id}`, { traceparent: `00-${traceOf(id)}-${'b'.repeat(16)}-01` })),
    );
    await until(() => of('span').length === 200);

    expect(answers).toEqual(ids);
    expect(of('exception').length + of('log').length).toBe(200);
    for (const { tags, contexts, payload } of events) {
      const id = tags?.['id'] ?? '';
      expect(contexts).toMatchObject({ 'user.id': id, 'trace.id': traceOf(id) });
      const said = String(payload['message'] ?? payload['name']);
      expect(said === 'GET /users/:id' || said.endsWith(` ${id}`)).toBe(true);
    }
  });

  it.each(['answered', 'unanswered'])(
    'the middleware reports in the answer that an error was reported: %s by a handler',
    async (name) => {
      const origin = await serve((app) => {
        app.set('env', 'test');
        app.use((_request, response, next) => {
          response.setHeader('Access-Control-Allow-Origin', '*');
          next();
        });
        app.get('/:status', ({ params }) => {
          throw Object.assign(new Error(name), { status: +params.status });
        });
      });
      const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      const answers = await Promise.all(
        ['500', '404'].map((status) => fetch(`${origin}/${status}`, { headers: { traceparent } })),
      );

      expect(answers.map(({ status }) => status)).toEqual([500, 404]);
      expect(answers.map(({ headers }) => headers.get('x-sluice-reported'))).toEqual(['a'.repeat(32), null]);
      expect(answers.map(({ headers }) => headers.get('access-control-expose-headers'))).toEqual([
        'X-Sluice-Reported',
        null,
      ]);
    },
  );

  it('the middleware continues the trace of the request and names its span after the route', async () => {
    const origin = await serve((app) => {
      app.get('/users/:id', (_request, response) => void response.status(201).send('made'));
    });
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await visit(`${origin}/users/7?token=secret`, { traceparent, 'user-agent': 'Agent/1' });

    expect(of('span')).toMatchObject([
      {
        payload: {
          name: 'GET /users/:id',
          op: 'http.server',
          status: 'ok',
          traceId: 'a'.repeat(32),
          parentId: 'b'.repeat(16),
        },
        contexts: {
          'http.method': 'GET',
          'http.url': '/users/7',
          'http.route': '/users/:id',
          'http.status_code': 201,
          'device.userAgent': 'Agent/1',
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('the middleware begins a trace for each request that has none', async () => {
    const origin = await serve((app) => app.get('/', (_request, response) => void response.send('')));
    await visit(origin);
    await visit(origin, { traceparent: 'nonsense' });
    const [one, other] = of('span').map(({ payload }) => payload);

    expect([one, other].map((payload) => payload?.['name'])).toEqual(['GET /', 'GET /']);
    expect(one).not.toHaveProperty('parentId', expect.anything());
    expect(one?.['traceId']).not.toBe(other?.['traceId']);
  });

  it('the middleware sends no spans of a trace that is not sampled, but its errors', async () => {
    const origin = await serve((app) =>
      app.get('/', (_request, response) => {
        captureException(new Error('told'));
        response.send('');
      }),
    );
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    get(origin, { headers: { traceparent } }, (response) => response.resume());
    await until(() => events.length > 0);

    expect(events.map(({ type }) => type)).toEqual(['exception']);
    expect(contextOf(events[0], 'trace.id')).toBe('a'.repeat(32));
  });

  const named = (router: ReturnType<CreateExpress['Router']>): typeof router =>
    router
      .get('/', (_request, response) => void response.send(''))
      .get('/fail/:id', () => {
        throw new Error('route');
      })
      .get('/:id', (_request, response) => void response.send(''));

  const ROUTES: [address: string, name: string][] = [
    ['/api/users', 'GET /api/users'],
    ['/api/users/7', 'GET /api/users/:id'],
    ['/api/users/fail/7', 'GET /api/users/fail/:id'],
    ['/teams/red%20one/users/7', 'GET /teams/:team/users/:id'],
    ['/static/a/b.js', 'GET static file'],
    ['/static/a/b', 'GET /static/*'],
    ['/nowhere', 'GET /*'],
    ['/x1', 'GET /x1|/x2'],
  ];
  for (const [address, expected] of ROUTES) {
    it(`the middleware calls ${address} by its name: ${expected}`, async () => {
      const origin = await serve((app) => {
        app.use('/static', (_request, response) => void response.send(''));
        app.use('/api', create.Router().use('/users', named(create.Router())));
        app.use('/teams/:team/users', named(create.Router()));
        app.get(['/x1', '/x2'], (_request, response) => void response.send(''));
      });
      await visit(origin + address);

      expect(of('span').map(({ payload }) => payload['name'])).toEqual([expected]);
    });
  }

  it('the middleware uses one name for static files at any mount path, and another for missing ones', async () => {
    const files = await mkdtemp(path.join(tmpdir(), 'sluice-static-'));
    await Promise.all(['app-4f3.js', 'index.html'].map((file) => writeFile(path.join(files, file), 'x')));
    const origin = await serve((app) => {
      app.use('/assets', create.static(files));
      app.use(create.static(files));
    });
    for (const one of ['/assets/app-4f3.js', '/app-4f3.js?v=1', '/', '/none.js', '/none']) await visit(origin + one);
    await rm(files, { recursive: true });

    const FILE = 'GET static file';
    expect(of('span').map(({ payload }) => payload['name'])).toEqual([FILE, FILE, FILE, 'GET /*', 'GET /*']);
    expect(of('span').map((span) => contextOf(span, 'http.route'))).toEqual([
      undefined,
      undefined,
      undefined,
      '/*',
      '/*',
    ]);
  });

  for (const thrown of [new Error('broken'), 'broken'])
    it(`the middleware makes one exception of ${String(thrown)} that passes three error handlers, the console and a capture`, async () => {
      const origin = await serve(
        (app) => {
          const inner = create.Router();
          inner.get('/fail', () => {
            if (thrown instanceof Error) captureException(thrown);
            // eslint-disable-next-line @typescript-eslint/only-throw-error -- what it is about
            throw thrown;
          });
          app.use('/inner', inner.use(expressErrors()));
          app.use(expressErrors());
        },
        [consoleLogs()],
      );
      await visit(`${origin}/inner/fail`);

      expect(of('exception')).toHaveLength(1);
    });

  it('the middleware reports errors of routes as not handled, within their scope and trace, and passes them on', async () => {
    const origin = await serve((app) =>
      app.get('/users/:id', (request, _response, next) => {
        setUser({ id: request.params.id });
        setImmediate(() => next(new TypeError('broken')));
      }),
    );

    expect(await visit(`${origin}/users/7`)).toBe('told: broken');
    const [exception] = of('exception');
    const [span] = of('span');
    expect(exception).toMatchObject({
      payload: { type: 'TypeError', message: 'broken', handled: false, level: 'error' },
      contexts: { 'user.id': '7', 'http.method': 'GET', 'http.url': '/users/7' },
    });
    expect(contextOf(exception, 'trace.id')).toBe(span?.payload['traceId']);
    expect(contextOf(exception, 'span.id')).toBe(span?.payload['uuid']);
    expect(span).toMatchObject({
      payload: { status: 'error' },
      contexts: { 'http.status_code': 500, 'user.id': '7' },
    });
  });

  it('the middleware does not report client errors', async () => {
    const origin = await serve((app) =>
      app.get('/', (_request, _response, next) => next(Object.assign(new Error('bad'), { status: 400 }))),
    );

    expect(await visit(origin)).toBe('told: bad');
    expect(of('exception')).toEqual([]);
    expect(of('span')).toMatchObject([{ payload: { status: 'ok' }, contexts: { 'http.status_code': 400 } }]);
  });

  it('the middleware knows the request also in listeners to its body, which runs in pieces', async () => {
    const origin = await serve((app) =>
      app.post('/', (request, response) => {
        setTag('kind', 'upload');
        request
          .on('data', () => undefined)
          .on('end', () => {
            captureMessage('read');
            response.send('');
          });
        response.on('finish', () => captureMessage('answered'));
      }),
    );
    const outgoing = ask(origin, { method: 'POST' }, (response) => response.resume());
    outgoing.write('one');
    await wait(20);
    outgoing.end('two');
    await until(() => of('span').length === 1);

    expect(of('log').map(({ tags, payload }) => [payload['message'], tags])).toEqual([
      ['read', { kind: 'upload' }],
      ['answered', { kind: 'upload' }],
    ]);
    expect(new Set(events.map((event) => contextOf(event, 'trace.id'))).size).toBe(1);
  });

  it('the middleware marks a request as cancelled if the client disconnects', async () => {
    const origin = await serve((app) => app.get('/slow', () => outgoing.destroy()));
    const outgoing = get(`${origin}/slow`);
    outgoing.on('error', () => undefined);
    await until(() => of('span').length === 1);

    expect(of('span')).toMatchObject([{ payload: { name: 'GET /slow', status: 'cancelled' } }]);
    expect(of('span')[0]?.contexts).not.toHaveProperty(['http.status_code']);
  });

  it('the middleware works once if it is added twice', async () => {
    const origin = await serve((app) => {
      app.use(expressRequests());
      app.get('/', (_request, response) => void response.send('once'));
    });

    expect(await visit(origin)).toBe('once');
    expect(of('span')).toHaveLength(1);
  });

  it('the middleware passes requests on without a client', async () => {
    const origin = await serve((app) => app.get('/', (_request, response) => void response.send('served')));
    await close();
    const answer = await (await fetch(origin)).text();

    expect(answer).toBe('served');
    expect(events).toEqual([]);
  });
}

describe('withScope', () => {
  it('separates concurrent work', async () => {
    events = [];
    init({ transport: () => ({ send: (event) => void events.push(event as unknown as Sent) }) });
    const work = (id: string): Promise<void> =>
      withScope(async () => {
        setTag('id', id);
        await wait(Math.random() * 10);
        log('info', id);
      });
    const ids = Array.from({ length: 100 }, (_, index) => String(index));
    await Promise.all(ids.map(work));
    log('info', 'outside');

    expect(events).toHaveLength(101);
    for (const { tags, payload } of events)
      expect(tags).toEqual(payload['message'] === 'outside' ? {} : { id: payload['message'] });
  });
});

afterAll(() => close());

async function serve(route: (app: Express) => void, integrations: readonly Integration[] = []): Promise<string> {
  events = [];
  init({ transport: () => ({ send: (event) => void events.push(event as unknown as Sent) }), integrations });
  const app = create();
  app.use(expressRequests());
  route(app);
  app.use(expressErrors());
  app.use(tellErrors);
  const listening = app.listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

/** Asks for an address. Resolves with the response when the server has ended its span too. */
async function visit(address: string, headers: Record<string, string> = {}): Promise<string> {
  const before = of('span').length;
  const text = await new Promise<string>((resolve, reject) => {
    get(address, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
  await until(() => of('span').length > before);
  return text;
}

async function until(condition: () => boolean): Promise<void> {
  const began = performance.now();
  while (!condition()) {
    if (performance.now() - began > 20_000) throw new Error(`waited in vain, with ${JSON.stringify(events)}`);
    await wait(2);
  }
}
