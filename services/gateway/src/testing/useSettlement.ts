import { beforeAll } from '@jest/globals';
import { createPublisher } from '@sluice/queues';
import { createAllowance } from '@sluice/redis';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { useRedis, useRedisClient, useResource, waitFor } from '@sluice/testkit';

/** What settles batches, on a Redis of its own. */
export interface Settlement {
  readonly connection: ReturnType<typeof useRedisClient>;
  readonly allowance: ReturnType<typeof createAllowance>;
  /** Usable when the tests begin. */
  readonly publisher: ReturnType<typeof createPublisher>;
}

/** Starts allowance and publisher for the tests of this file. */
export function useSettlement(): Settlement {
  const redis = useRedis();
  const connection = useRedisClient(redis);
  const allowance = useResource(() => createAllowance(connection.client));
  const publisher = useResource(
    () =>
      createPublisher({
        url: redis.url,
        shards: 1,
        lingerMs: 0,
        markTtlMs: 60_000,
        logger: silentLogger,
        metrics: createMetrics(),
      }),
    (started) => started.stop(),
  );
  beforeAll(async () => {
    await publisher.start();
    await waitFor(() => publisher.isUsable());
  });
  return { connection, allowance, publisher };
}
