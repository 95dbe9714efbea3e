import { describe, expect, test } from '@jest/globals';
import { gatewayNames, workerNames } from '../../e2e/support/processes.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { killAtRandom, underLoad, untilAcknowledged, useRig } from '../support/rig.js';

/** Row 43 of the fault matrix: the number of queue shards changes under load and kills. */

describe.each([
  ['one server', false],
  ['a cluster of three masters', true],
])('on %s', (_name, redisCluster) => {
  const rig = useRig({ redisCluster, env: { QUEUE_SHARDS: '2' } });

  const shards = (...words: string[]): Promise<unknown> => rig.system.sluice('shards', ...words);

  test('sluice shards set loses nothing acknowledged, and stores nothing twice', async () => {
    await underLoad(
      rig,
      async (load) => {
        for (const number of ['4', '1', '3']) {
          await untilAcknowledged(load, 10);
          await shards('set', number);
          await killAtRandom(rig, [...gatewayNames, ...workerNames], { kills: 3 });
        }
        await untilAcknowledged(load, 30, 60_000);
      },
      { timeoutMs: 60_000, load: { pauseMs: 20 } },
    );
    // Every process started with QUEUE_SHARDS=2, an earlier number by now, and follows the record.
    await waitFor(
      async () => {
        const list = (await shards('list')) as { recorded: number; draining: readonly number[] };
        return list.recorded === 3 && list.draining.length === 0;
      },
      { what: 'drained shards', timeoutMs: 30_000 },
    );
    expect(await shards('list')).toMatchObject({ recorded: 3, changingTo: null, draining: [] });
  }, 240_000);
});
