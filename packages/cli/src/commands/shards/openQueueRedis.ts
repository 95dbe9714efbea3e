import type { RedisClient } from '@sluice/redis';
import { CliError } from '../../cliError.js';
import type { CommandContext } from '../../context.js';

/** Timeout of a Redis command in milliseconds. */
const REDIS_MS = 3_000;

/** Opens a connection to the Redis with the queues, closed after the command. @throws CliError if it does not answer */
export async function openQueueRedis({ place, closeLater }: CommandContext): Promise<RedisClient> {
  if (place.queueRedisUrl === undefined) throw new CliError('unreachable', 'REDIS_URL is not set');
  const { closeRedis, connectPatientRedis } = await import('@sluice/redis');
  const client = connectPatientRedis({ url: place.queueRedisUrl, name: 'sluice-cli', commandTimeoutMs: REDIS_MS });
  closeLater(() => closeRedis(client));
  let cause: Error | undefined;
  client.on('error', (error: Error) => (cause = error));
  await client.ping().catch((error: unknown) => {
    throw new CliError('unreachable', `Redis does not answer: ${(cause ?? (error as Error)).message}. Check REDIS_URL`);
  });
  return client;
}
