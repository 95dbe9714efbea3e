import type { Logger } from '@sluice/runtime';
import type { RedisClient } from './redisClient.js';

/** Logs one line per loss and per return. Without an `error` listener ioredis would print every attempt. */
export function reportState(client: RedisClient, name: string, logger: Logger | undefined): void {
  let lost = false;
  client.on('error', (error: Error) => {
    if (!lost) logger?.warn({ connection: name, err: error }, 'connection to Redis lost');
    lost = true;
  });
  client.on('ready', () => {
    if (lost) logger?.info({ connection: name }, 'connection to Redis restored');
    lost = false;
  });
}
