import { afterEach } from '@jest/globals';
import { useRedis, useRedisClient } from '@sluice/testkit';

/** A Redis without a key when a test begins. */
export interface EmptyRedis {
  readonly redis: ReturnType<typeof useRedis>;
  readonly observer: ReturnType<typeof useRedisClient>;
  /** What a test started: it stops after the test. */
  readonly open: { readonly stop: () => Promise<unknown> }[];
}

/** A Redis for the tests of this file, which is emptied after each. */
export function useEmptyRedis(): EmptyRedis {
  const redis = useRedis();
  const observer = useRedisClient(redis);
  const open: EmptyRedis['open'] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((part) => part.stop()));
    await observer.client.flushall();
  });
  return { redis, observer, open };
}
