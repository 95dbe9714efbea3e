import { ApiError } from '@sluice/management';
import { closeRedis, connectPatientRedis, createAllowance, type ProjectCaps, type RedisClient } from '@sluice/redis';
import type { Logger } from '@sluice/runtime';

/** Reads how projects use their hourly limits. */
export interface CapReader {
  /** @param hour hours since 1970 @throws ApiError 503 if Redis does not answer */
  readonly read: (organizationId: string, projectId: string, hour: number) => Promise<ProjectCaps>;
  readonly stop: () => Promise<void>;
}

/** Longest wait for Redis, in milliseconds. */
const TIMEOUT_MS = 1_000;

/** Returns a reader that connects to Redis at its first read: nothing else in the API needs Redis. */
export function createCapReader(redisUrl: string, logger: Logger): CapReader {
  let client: RedisClient | undefined;
  return {
    read: async (organizationId, projectId, hour) => {
      client ??= connectPatientRedis({ url: redisUrl, name: 'api', commandTimeoutMs: TIMEOUT_MS, logger });
      const [caps] = await createAllowance(client)
        .readCaps(organizationId, [projectId], hour)
        .catch(() => []);
      if (caps !== undefined) return caps;
      const message = 'The counts of this hour cannot be read: Redis does not answer. Check REDIS_URL, and try again.';
      throw new ApiError(503, 'counts_unavailable', message);
    },
    stop: async () => {
      if (client !== undefined) await closeRedis(client);
    },
  };
}
