import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { captureMessage } from '../capture/captureMessage.js';
import { log } from '../capture/log.js';
import type { SluiceEvent } from '../core/event.js';
import { close, flush } from '../core/flush.js';
import { init } from './init.js';

let server: Server | undefined;
afterEach(async () => {
  await close();
  server?.close();
});

describe('in Node', () => {
  it.each([
    ['after an await', async () => (await wait(1), captureMessage('lost', { level: 'error' }))],
    ['from a timer it leaves behind', () => void setTimeout(() => captureMessage('lost', { level: 'error' }), 1)],
    ['at once', () => captureMessage('lost', { level: 'error' })],
  ])('reports of onError %s are not sent', async (_when, report) => {
    const { dsn, asked } = await startRefusing();
    const onError = jest.fn(report);
    init({ dsn, transportOptions: { onError } });
    captureMessage('first', { level: 'error' });
    for (let round = 0; round < 5; round++) {
      await flush();
      await wait(10);
    }
    expect([onError.mock.calls.length, asked()]).toEqual([1, 1]);
  });

  it.each([
    ['at once', (event: SluiceEvent) => (log('info', 'own'), event), ['first', 'second']],
    [
      'from a timer it leaves behind',
      (event: SluiceEvent) => (setTimeout(() => log('info', 'own'), 1), event),
      ['first', 'second'],
    ],
    // It must respond synchronously; a later response is too late.
    ['after an await', async (event: SluiceEvent) => (await wait(1), log('info', 'own'), event), []],
    [
      'after an await, and fails',
      async () => (await wait(1), log('info', 'own'), await Promise.reject(new Error('x'))),
      [],
    ],
  ])('reports of beforeSend %s are not sent', async (_when, report, expected) => {
    const sent: SluiceEvent[] = [];
    const beforeSend = jest.fn(report as (event: SluiceEvent) => SluiceEvent);
    init({ beforeSend, transport: () => ({ send: (event) => void sent.push(event) }) });
    for (const message of ['first', 'second']) {
      log('info', message);
      await wait(20);
    }
    expect(beforeSend).toHaveBeenCalledTimes(2);
    expect(sent.map(({ payload }) => (payload as { message: string }).message)).toEqual(expected);
  });
});

/** A server that refuses everything. */
async function startRefusing(): Promise<{ dsn: string; asked: () => number }> {
  let asked = 0;
  const refusing = createServer((request, response) => {
    asked++;
    request.resume().on('end', () => response.writeHead(503, { connection: 'close' }).end());
  });
  server = refusing;
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  return {
    dsn: `http://${'a'.repeat(32)}@127.0.0.1:${(refusing.address() as AddressInfo).port}`,
    asked: () => asked,
  };
}
