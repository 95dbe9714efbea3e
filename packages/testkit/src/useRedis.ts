import { startTestRedis, type TestRedis, type TestRedisOptions } from './startTestRedis.js';
import { startTestRedisCluster, type TestRedisCluster, type TestRedisClusterOptions } from './startTestRedisCluster.js';
import { useResource } from './useResource.js';

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
