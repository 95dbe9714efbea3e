import { afterEach, describe, expect, it } from '@jest/globals';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { serve as serveHono } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import Router from '@koa/router';
import 'reflect-metadata';
import { Controller, Get, HttpException, Module, Param } from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost, NestFactory } from '@nestjs/core';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import Koa from 'koa';
import { setTimeout as wait } from 'node:timers/promises';
import { captureException } from '../../capture/captureException.js';
import type { SluiceEvent } from '../../core/event.js';
import { close } from '../../core/flush.js';
import type { ClientOptions } from '../../core/options.js';
import { setTag } from '../../core/scope.js';
import { honoRequests } from '../../servers/honoRequests.js';
import { expressRequests } from '../express/expressRequests.js';
import { init } from '../init.js';
import { fastifyRequests } from './fastifyRequests.js';
import { koaRequests } from './koaRequests.js';
import { nestErrors } from './nestErrors.js';

type Sent = Omit<SluiceEvent, 'payload' | 'contexts'> & {
  payload: Record<string, unknown>;
  contexts: Record<string, unknown>;
};

interface Running {
  readonly origin: string;
  readonly stop: () => Promise<unknown>;
}

let events: Sent[] = [];
let running: Running;
const of = (type: string): Sent[] => events.filter((event) => event.type === type);
const originOf = (address: AddressInfo | string | null): string => `http://127.0.0.1:${(address as AddressInfo).port}`;

/** The rejection of a shared promise, thrown again for each request. */
let kept = new Error('kept');

const withStatus = (status: number): Error => Object.assign(new Error('bad'), { status });

/** What servers answer that pages of other origins may read. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'X-Total' };

const SERVERS = { Fastify: startFastify, Koa: startKoa, Hono: startHono, Nest: startNest };

afterEach(async () => {
  await running.stop();
  await close();
});

describe.each(Object.entries(SERVERS))('%s', (_name, startServer) => {
  it('names the span of a request by its route, in the trace of the caller', async () => {
    await start(startServer);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

    expect(await visit('/users/7?token=secret', { traceparent, 'user-agent': 'Agent/1' })).toBe(200);
    expect(of('span')).toMatchObject([
      {
        payload: { name: 'GET /users/:id', op: 'http.server', status: 'ok', parentId: 'b'.repeat(16) },
        contexts: {
          'trace.id': 'a'.repeat(32),
          'http.method': 'GET',
          'http.url': '/users/7',
          'http.route': '/users/:id',
          'http.status_code': 200,
          'device.userAgent': 'Agent/1',
        },
        tags: { id: '7' },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  for (const id of ['broken', 'told'])
    it(`makes one exception of an error of a handler, within its scope and trace: ${id}`, async () => {
      await start(startServer);

      expect(await visit(`/users/${id}`)).toBe(500);
      const [span] = of('span');
      expect(of('exception')).toMatchObject([
        {
          payload: { message: id, handled: id === 'told' },
          contexts: { 'http.url': `/users/${id}`, 'span.id': span?.payload['uuid'] },
          tags: { id },
        },
      ]);
      expect(span).toMatchObject({ payload: { status: 'error', name: 'GET /users/:id' } });
    });

  it('makes one exception of a thrown text', async () => {
    await start(startServer);

    expect(await visit('/users/text')).toBe(500);
    const [span] = of('span');
    expect(of('exception')).toMatchObject([
      { payload: { message: 'thrown text', handled: false }, contexts: { 'span.id': span?.payload['uuid'] } },
    ]);
    expect(span).toMatchObject({ payload: { status: 'error' }, contexts: { 'http.status_code': 500 } });
  });

  it('marks the response as reported, with its trace', async () => {
    await start(startServer);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const told = await Promise.all(
      ['broken', 'told', 'bad', '7'].map(async (id) => {
        const { headers } = await answerOf(`/users/${id}`, { traceparent });
        return [id, headers.get('x-sluice-reported')];
      }),
    );

    expect(told).toEqual([
      ['broken', 'a'.repeat(32)],
      ['told', 'a'.repeat(32)],
      ['bad', null],
      ['7', null],
    ]);
  });

  it('does not mark an error whose exception was sent in the trace of an earlier request', async () => {
    await start(startServer);
    kept = new Error('kept');
    const told: unknown[] = [];
    for (const digit of ['a', 'b']) {
      const { headers } = await answerOf('/users/kept', { traceparent: `00-${digit.repeat(32)}-${'c'.repeat(16)}-01` });
      told.push(headers.get('x-sluice-reported'));
    }

    expect(of('exception').map(({ contexts }) => contexts['trace.id'])).toEqual(['a'.repeat(32)]);
    expect(told).toEqual(['a'.repeat(32), null]);
  });

  it('exposes the mark to pages of another origin that may read the response', async () => {
    await start(startServer);
    const { headers } = await answerOf('/users/broken', { origin: 'https://shop.example' });

    expect(headers.get('x-sluice-reported')).toBe(of('exception')[0]?.contexts['trace.id']);
    expect(headers.get('access-control-expose-headers')).toBe('X-Total, X-Sluice-Reported');
  });

  it('does not mark an exception that `beforeSend` drops', async () => {
    await start(startServer, (event) => (event.type === 'exception' ? null : event));
    const { headers } = await answerOf('/users/broken');

    expect([of('exception'), headers.get('x-sluice-reported')]).toEqual([[], null]);
  });

  it('does not report client errors, and names requests without a route', async () => {
    await start(startServer);

    expect([await visit('/users/bad'), await visit('/nowhere/7'), await visit('/none.js')]).toEqual([404, 404, 404]);
    expect(of('exception')).toEqual([]);
    expect(of('span').map(({ payload }) => payload['name'])).toEqual(['GET /users/:id', 'GET /*', 'GET /*']);
  });

  it('keeps requests at the same time apart', async () => {
    await start(startServer);
    const ids = Array.from({ length: 30 }, (_, index) => `u${index}`);
    await Promise.all(ids.map((id) => visit(`/users/${id}`)));
    for (let tries = 0; of('span').length < ids.length && tries < 1_000; tries++) await wait(2);

    expect(
      of('span')
        .map(({ tags, contexts }) => [tags?.['id'], contexts['http.url']])
        .sort(),
    ).toEqual(ids.map((id) => [id, `/users/${id}`]).sort());
    expect(new Set(of('span').map(({ payload }) => payload['traceId'])).size).toBe(ids.length);
  });

  it('passes requests on without a client', async () => {
    await start(startServer);
    await close();

    expect(await (await fetch(`${running.origin}/users/7`)).text()).toBe('7');
    expect(events).toEqual([]);
  });
});

it('the SDK gives files of a server by Hono one name', async () => {
  const folder = await mkdtemp('/tmp/sluice-static-');
  await writeFile(`${folder}/a.js`, 'x');
  await start(() => {
    const app = new Hono();
    app.use(honoRequests({ routePath }));
    app.use('/assets/*', serveStatic({ root: folder, rewriteRequestPath: (path) => path.replace('/assets', '') }));
    return listening(serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
  });
  const status = await visit('/assets/a.js');
  await rm(folder, { recursive: true });

  expect(status).toBe(200);
  expect(of('span').map(({ payload }) => payload['name'])).toEqual(['GET static file']);
});

/** What each server's route for `/users/:id` does. */
async function handle(id: string, fail: (status: number) => Error): Promise<string> {
  setTag('id', id);
  await wait(Math.random() * 10);
  if (id === 'broken') throw new TypeError('broken');
  if (id === 'told') {
    const error = new Error('told');
    captureException(error);
    throw error;
  }
  if (id === 'kept') throw kept;
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- what programs do
  if (id === 'text') throw 'thrown text';
  if (id === 'bad') throw fail(404);
  return id;
}

async function startFastify(): Promise<Running> {
  const app = Fastify();
  app.register(fastifyRequests());
  // What `@fastify/cors` does.
  app.addHook('onRequest', async (_request, reply) => void reply.headers(CORS));
  app.get<{ Params: { id: string } }>('/users/:id', ({ params }) =>
    handle(params.id, (statusCode) => Object.assign(new Error('bad'), { statusCode })),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { origin: originOf(app.server.address()), stop: () => app.close() };
}

function startKoa(): Promise<Running> {
  const app = new Koa();
  app.silent = true;
  const router = new Router({ prefix: '/users' });
  router.get('/:id', async (context) => {
    context.body = await handle(context['params']['id'] as string, withStatus);
  });
  // What `@koa/cors` does: Koa answers an error with the headers of the error only.
  const cors: Koa.Middleware = async (_context, next) => {
    try {
      await next();
    } catch (error) {
      throw error instanceof Error ? Object.assign(error, { headers: CORS }) : error;
    }
  };
  app.use(koaRequests()).use(cors).use(router.routes());
  return listening(app.listen(0, '127.0.0.1'));
}

function startHono(): Promise<Running> {
  const app = new Hono();
  app.use(honoRequests({ routePath }));
  app.use(cors({ origin: '*', exposeHeaders: ['X-Total'] }));
  const users = new Hono().get('/:id', async (context) =>
    context.text(await handle(context.req.param('id'), (status) => new HTTPException(status as 404))),
  );
  app.route('/users', users);
  app.onError((error, context) => context.text(error.message, error instanceof HTTPException ? error.status : 500));
  return listening(serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
}

async function startNest(): Promise<Running> {
  class Users {
    find(id: string): Promise<string> {
      return handle(id, (status) => new HttpException('bad', status));
    }
  }
  // The equivalent of TypeScript decorators.
  const find = Object.getOwnPropertyDescriptor(Users.prototype, 'find');
  Get('/:id')(Users.prototype, 'find', find as TypedPropertyDescriptor<unknown>);
  Param('id')(Users.prototype, 'find', 0);
  Controller('users')(Users);
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a module of Nest is a class
  class App {}
  Module({ controllers: [Users] })(App);
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest's own types
  const app = await NestFactory.create(App, { logger: false });
  app.use(expressRequests());
  app.enableCors({ origin: '*', exposedHeaders: ['X-Total'] });
  app.useGlobalFilters(nestErrors(new BaseExceptionFilter(app.get(HttpAdapterHost).httpAdapter)));
  await app.listen(0, '127.0.0.1');
  return { origin: originOf((app.getHttpServer() as Server).address()), stop: () => app.close() };
}

async function start(
  startServer: () => Promise<Running>,
  beforeSend: NonNullable<ClientOptions['beforeSend']> = (event) => event,
): Promise<void> {
  events = [];
  init({ beforeSend, transport: () => ({ send: (event) => void events.push(event as unknown as Sent) }) });
  running = await startServer();
}

/** Asks for an address. Resolves with the response when the server has ended its span too. */
async function answerOf(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const before = of('span').length;
  const answer = await fetch(running.origin + path, { headers });
  await answer.text();
  for (let tries = 0; of('span').length === before; tries++) {
    if (tries > 1_000) throw new Error(`waited in vain, with ${JSON.stringify(events)}`);
    await wait(2);
  }
  return answer;
}

async function listening(server: Server): Promise<Running> {
  await new Promise((resolve) => server.once('listening', resolve));
  const stop = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { origin: originOf(server.address()), stop };
}

/** As `answerOf`, with the status only. */
async function visit(path: string, headers?: Record<string, string>): Promise<number> {
  return (await answerOf(path, headers)).status;
}
