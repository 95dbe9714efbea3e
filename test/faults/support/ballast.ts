import { waitFor } from '../../e2e/support/waitFor.js';
import type { Rig } from './rig.js';

/** Keys that take Redis seconds to load. */
const KEYS = 1_500_000;
const STEP = 10_000;

/** Makes the next start of Redis slow. */
export async function addBallast(rig: Rig): Promise<void> {
  await rig.withRedis(async (client) => {
    await client.call('DEBUG', 'POPULATE', String(KEYS), 'ballast', '100');
    await client.call('BGREWRITEAOF');
    await waitFor(async () => /aof_rewrite_in_progress:0/.test(await client.info('persistence')), {
      what: 'the rewrite',
      timeoutMs: 60_000,
    });
  });
}

/** Removes them, so that only keys of the product remain. */
export async function dropBallast(rig: Rig): Promise<void> {
  await rig.withRedis(async (client) => {
    for (let from = 0; from < KEYS; from += STEP) {
      await client.del(Array.from({ length: STEP }, (_, index) => `ballast:${from + index}`));
    }
  });
}
