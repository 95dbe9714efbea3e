import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { redisTlsProblem, startTestRedisSentinels, waitFor, type TestRedisSentinels } from '@sluice/testkit';
import { startQueues, type Queues } from './testing/startQueues.js';

jest.setTimeout(180_000);

const CLIENTS = 4;
const SETTLE_MS = 60_000;

let sentinels: TestRedisSentinels;
let queues: Queues;
afterEach(async () => {
  await queues.stop();
  await sentinels.stop();
});

const tlsProblem = redisTlsProblem();
const withTls = tlsProblem === undefined ? describe : describe.skip;

describe.each([
  [false, describe],
  [true, withTls],
] as const)('a rolling restart, with TLS: %s', (secured, group) => {
  group(`(${tlsProblem ?? 'Redis has TLS'})`, () => {
    beforeEach(() => start(secured));

    test('of every sentinel under load loses nothing', async () => {
      await restartAll(() => sentinels.sentinels.map(({ restart }) => restart));
      expect(await sentinels.master()).toBe(sentinels.servers[0]);
    });

    test('of both servers under load loses nothing: the master hands over first', async () => {
      await restartAll(() =>
        sentinels.servers.toReversed().map((server) => async () => {
          if ((await sentinels.master()) === server) await sentinels.handOver();
          await sentinels.whole();
          await server.restart();
        }),
      );
      expect(await sentinels.master()).toBe(sentinels.servers[1]);
    });
  });
});

async function start(secured: boolean): Promise<void> {
  sentinels = await startTestRedisSentinels({ secured });
  queues = await startQueues({ url: sentinels.url, shards: 1, events: { span: 3 } });
}

/** Restarts each part of the trio under load. Then accounting must be exact. */
async function restartAll(parts: () => readonly (() => Promise<void>)[]): Promise<void> {
  await queues.consume();
  const { ends, stop } = queues.load(CLIENTS);
  const untilMore = async (): Promise<void> => {
    const from = ends.length;
    await waitFor(() => ends.slice(from).filter(({ end }) => end === 'accepted').length > 50, {
      what: 'load',
      timeoutMs: SETTLE_MS,
    });
  };
  await untilMore();
  for (const restart of parts()) {
    await restart();
    await sentinels.whole();
    await untilMore();
  }
  await stop();
  await queues.expectExact(ends);
}
