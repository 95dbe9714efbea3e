import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { log } from '../capture/log.js';
import { close, flush } from '../core/flush.js';
import { init } from './init.js';
import { startStandIn, type StandIn } from './testing/startStandIn.js';

let server: StandIn;
beforeEach(async () => {
  server = await startStandIn();
  init({ dsn: server.dsn, transportOptions: { maxBatchSize: 1_000 } });
});
afterEach(async () => {
  await close();
  await server.stop();
});

it('the transport compresses a large batch in Node, and not a small one', async () => {
  const words = Array.from({ length: 500 }, (_, index) => `word ${index}`).join(' ');
  for (let count = 0; count < 20; count++) log('info', `${count} ${words}`);
  await flush();
  log('info', 'small');
  await flush();

  expect(server.asked.map(({ encoding }) => encoding)).toEqual(['gzip', undefined]);
  expect(server.of('log').map(({ payload }) => payload.message.slice(0, 2).trim())).toEqual([
    ...Array.from({ length: 20 }, (_, index) => `${index}`),
    'sm',
  ]);
});
