import { afterEach, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { captureException } from '../capture/captureException.js';
import { close } from '../core/flush.js';
import { init } from './init.js';
import { httpSpans } from './integrations/httpSpans.js';

let stop = (): void => undefined;
afterEach(async () => {
  await close();
  stop();
});

it('requests of a custom asynchronous transport without an endpoint are not recorded', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answers: Promise<unknown>[] = [];
  const send = async (): Promise<void> => {
    await Promise.resolve();
    // Bounded, should it feed itself.
    if (answers.length < 20) answers.push(fetch(address).then((response) => response.text()));
  };
  init({ transport: () => ({ send }), integrations: [httpSpans()] });
  captureException(new Error('one'));
  let heard: number;
  do {
    heard = answers.length;
    await Promise.resolve();
    await Promise.all(answers);
  } while (answers.length > heard || heard === 0);
  expect(asked).toBe(1);
});
