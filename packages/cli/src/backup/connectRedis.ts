import { closeRedis, connectPatientRedis, type RedisClient } from '@sluice/redis';
import { messageOf } from '@sluice/runtime';
import { CliError } from '../cliError.js';
import type { CommandContext } from '../context.js';

/** Timeout of a command in milliseconds. */
const REDIS_MS = 3_000;

/** Returns the Redis of the settings, which answers; `undefined` if its address is unknown. @throws CliError if it does not answer */
export async function connectRedis({ place, closeLater }: CommandContext): Promise<RedisClient | undefined> {
  if (place.redisUrl === undefined) return undefined;
  const client = connectPatientRedis({ url: place.redisUrl, name: 'sluice-cli', commandTimeoutMs: REDIS_MS });
  closeLater(() => closeRedis(client));
  try {
    await client.exists('sl:{settings}:keys');
  } catch (error) {
    throw new CliError(
      'unreachable',
      `cannot use the Redis of REDIS_URL: ${messageOf(error)}. Start it, or correct REDIS_URL.`,
    );
  }
  return client;
}
