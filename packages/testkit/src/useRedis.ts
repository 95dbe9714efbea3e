import { closeRedis, connectPatientRedis, isRedisUsable, type RedisClient } from '@sluice/redis';
import { startTestRedis, type TestRedis, type TestRedisOptions } from './startTestRedis.js';
import { startTestRedisCluster, type TestRedisCluster, type TestRedisClusterOptions } from './startTestRedisCluster.js';
import { useResource } from './useResource.js';
import { waitFor } from './waitFor.js';

/** A private Redis server for the tests of this file or `describe`. */
export const useRedis = (options?: TestRedisOptions): TestRedis =>
  useResource(
    () => startTestRedis(options),
    ({ stop }) => stop(),
  );

/** A private Redis Cluster for the tests of this file or `describe`. */
export const useRedisCluster = (options?: TestRedisClusterOptions): TestRedisCluster =>
  useResource(
    () => startTestRedisCluster(options),
    ({ stop }) => stop(),
    120_000,
  );

/** A usable connection to this Redis for the tests of this file or `describe`. */
export const useRedisClient = (redis: { readonly url: string }): { readonly client: RedisClient } =>
  useResource(
    async () => {
      const client = connectPatientRedis({ url: redis.url, name: 'test' });
      await waitFor(() => isRedisUsable(client));
      return { client };
    },
    ({ client }) => closeRedis(client),
  );
