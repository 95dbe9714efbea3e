import type { CommandContext } from './context.js';

/** Milliseconds to wait for Redis: the change is made, and this is only about who hears of it. */
const REDIS_MS = 1_000;

/**
 * After a change of settings or keys: warns where nobody brings it to the gateways, which would go on as before. Says
 * nothing where Redis is not known or does not answer.
 */
export async function warnIfUnheard({ place, closeLater, warn }: CommandContext): Promise<void> {
  if (place.redisUrl === undefined) return;
  const { closeRedis, connectPatientRedis, createProjection } = await import('@sluice/redis');
  const client = connectPatientRedis({ url: place.redisUrl, name: 'sluice-cli', commandTimeoutMs: REDIS_MS });
  closeLater(() => closeRedis(client));
  const followed = await createProjection(client)
    .isFollowed()
    .catch(() => true);
  if (!followed) {
    warn('the change is stored, but does not reach the gateways: services/housekeeping sends no heartbeat. Start it');
  }
}
