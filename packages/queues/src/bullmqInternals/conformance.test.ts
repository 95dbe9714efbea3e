import { describe, expect, test } from '@jest/globals';
import { Job, RedisQueueBackend, Worker, type JobJson, type MinimalQueue } from 'bullmq';
import { createRequire } from 'node:module';
import type { RedisTransaction } from '@sluice/redis';
import { addFenced, addStandardJob, BULLMQ_VERSION, moveToFinished } from './bullmqScripts.js';
import { FINISH_KEYS } from './composeScripts.js';
import { JobWriter } from './jobWriter.js';

const HELP = 'see "Upgrading BullMQ" in packages/queues/README.md';

const { version } = createRequire(import.meta.url)('bullmq/package.json') as { readonly version: string };

test('the installed BullMQ is the version that this folder was checked against', () => {
  assume(version === BULLMQ_VERSION, `BullMQ ${version} is installed, but ${BULLMQ_VERSION} was checked`);
});

describe('moveToFinished, which shard-finish-16.lua wraps', () => {
  test('takes 14 keys', () => {
    const own = FINISH_KEYS - 2;
    assume(moveToFinished.keys === own, `BullMQ's moveToFinished takes ${moveToFinished.keys} keys, no longer ${own}`);
  });

  test.each([
    ['KEYS[12]', 'jobId key', 'the job hash'],
    ['ARGV[1]', 'jobId', "the job's id"],
  ])('has %s for the job', (argument, documented, meaning) => {
    const [line] = moveToFinished.source.split('\n').filter((text) => text.trim().startsWith(`${argument} `));
    assume(
      line?.trim().replace(argument, '').trim() === documented,
      `${argument} of BullMQ's moveToFinished is no longer ${meaning} ("${line?.trim() ?? 'not documented'}")`,
    );
  });

  test('does not contain the marker that it replaces', () => {
    assume(
      !moveToFinished.source.includes('--@moveToFinished'),
      "BullMQ's moveToFinished contains the marker of shard-finish-16.lua",
    );
  });
});

describe('addStandardJob, which shard-add-10.lua wraps and the publisher runs inside its own MULTI', () => {
  test('takes 9 keys', () => {
    assume(addStandardJob.keys === 9, `BullMQ's addStandardJob takes ${addStandardJob.keys} keys, no longer 9`);
  });

  test('does not contain the marker that it replaces', () => {
    assume(
      !addStandardJob.source.includes('--@addStandardJob'),
      "BullMQ's addStandardJob contains the marker of shard-add-10.lua",
    );
  });

  test('is called synchronously, once per job, with the keys first and the bytes of the job unchanged', () => {
    const calls: unknown[][] = [];
    const transaction = { evalsha: (...args: unknown[]) => calls.push(args) } as unknown as RedisTransaction;
    const json = Buffer.from('{"version":1}');
    const chunk = { type: 'span', events: 2, json } as const;
    new JobWriter(3, 17).add(transaction, { id: 'm1-a', chunk }, 1_790_000_000_000);
    const why = "BullMQ's addJobToTransaction no longer queues its command before it returns";
    assume(calls.length === 1, why);
    const [sha, count, ...args] = calls[0] ?? [];
    expect([sha, count, args[9], args.at(-1)]).toEqual([addFenced.sha, 10, '{sl3}:fence', 17]);
    const keys = args.slice(0, 9).map(String);
    assume(
      keys.every((key) => key.startsWith('{sl3}:span:')),
      `BullMQ's addStandardJob has keys outside the queue's prefix (${keys.join(', ')})`,
    );
    assume(args.includes(json), 'BullMQ no longer passes the data of a job to its script unchanged');
  });
});

describe('members that ShardWorker and ShardBackend override or call', () => {
  test.each(['createJob', 'moveToActive', 'handleFailed', 'delay', 'processJob', 'nextJobFromJobData'])(
    'Worker.%s exists',
    (member) => {
      assume(member in Worker.prototype, `BullMQ's Worker no longer has ${member}`);
    },
  );

  test.each(['execCommand', 'addJobToTransaction', 'moveToDelayed'])('RedisQueueBackend.%s exists', (member) => {
    assume(member in RedisQueueBackend.prototype, `BullMQ's RedisQueueBackend no longer has ${member}`);
  });
});

test('the main loop asks `_concurrency` before each fetch and each replacement, and counts jobs in `mainLoopQueue`', () => {
  const loop = String((Worker.prototype as unknown as Record<'mainLoop', unknown>).mainLoop);
  for (const part of [
    'this.mainLoopQueue = asyncFifoQueue',
    'asyncFifoQueue.numTotal() < this._concurrency',
    'asyncFifoQueue.numTotal() <= this._concurrency',
    'asyncFifoQueue.add(fetchedJob)',
    'asyncFifoQueue.add(this.processJob(',
  ]) {
    assume(loop.includes(part), `the main loop of BullMQ's Worker no longer contains "${part}"`);
  }
});

describe('why ShardWorker overrides createJob (decision 0119)', () => {
  test('BullMQ parses the data of a job before a handler gets it', () => {
    const unreadable = { name: '1:1', data: 'not JSON', opts: {}, id: 'm1-a' } as unknown as JobJson;
    const queue = { toKey: (key: string) => key, keys: {}, backend: {} } as unknown as MinimalQueue;
    let error: unknown;
    try {
      Job.fromJSON(queue, unreadable);
    } catch (thrown) {
      error = thrown;
    }
    assume(
      error instanceof SyntaxError,
      'BullMQ no longer parses the data of a job itself: createJob may be superfluous',
    );
    expect(error).toBeInstanceOf(SyntaxError);
  });
});

/** Fails with an explanation, where an assumption about BullMQ does not hold. */
function assume(holds: boolean, explanation: string): void {
  if (!holds) throw new Error(`${explanation}: ${HELP}`);
}
