import { beforeAll, describe, expect, test } from '@jest/globals';
import { citusProblem, startTestCitus, useResource } from '@sluice/testkit';
import { distributeTables, createDatabase, migrateToLatest, ensurePartitions } from '@sluice/db';
import { measurePartitions } from './measurePartitions.js';

const DAY_MS = 86_400_000;
const problem = citusProblem();
// Its nodes are stopped, so an existing cluster is not used.
const isSkipped = problem !== undefined || process.env['CITUS_URL'] !== undefined;

(isSkipped ? describe.skip : describe)(
  `sizes of partitions on Citus${isSkipped ? ` (${problem ?? 'not run: CITUS_URL is set'})` : ''}`,
  () => {
    const citus = useResource(
      () => startTestCitus({ nodes: 2 }),
      (started) => started.stop(),
      60_000,
    );
    const db = useResource(
      () => createDatabase({ url: citus.url, poolSize: 2, applicationName: 'test', statementMs: 60_000 }),
      (started) => started.close(),
    );
    beforeAll(async () => {
      await migrateToLatest(db);
      await distributeTables(db, { shards: 4 });
      await ensurePartitions(db, { tables: ['logs'], interval: 'day', fromMs: 0, throughMs: DAY_MS });
    }, 120_000);

    test('are sums of all nodes, and an error names a node that does not answer', async () => {
      const [node] = citus.nodes;
      const sizes = await bytes();
      expect(sizes).toEqual([expect.any(Number), expect.any(Number)]);
      expect(Math.min(...sizes)).toBeGreaterThan(0);
      await node?.stop();
      await expect(bytes()).rejects.toThrow(
        new RegExp(`partitions cannot be measured: node 127\\.0\\.0\\.1:${node?.port} of Citus failed`),
      );
      await node?.start();
      expect(await bytes()).toEqual(sizes);
    }, 60_000);

    async function bytes(): Promise<readonly number[]> {
      return (await measurePartitions(db, ({ table }) => table === 'logs')).map((partition) => partition.bytes);
    }
  },
);
