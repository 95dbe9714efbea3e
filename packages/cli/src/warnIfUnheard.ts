import type { CommandContext } from './context.js';

/** Timeout for Redis in milliseconds; the change itself is already stored. */
const REDIS_MS = 1_000;

/**
 * Warns after a change of settings or keys if housekeeping is not running, because then gateways do not learn of it. Does
 * nothing if Redis is unknown or unavailable.
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
