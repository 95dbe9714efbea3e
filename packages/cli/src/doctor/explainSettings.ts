import type { Place } from '../place/findPlace.js';
import { redactCredentials, urlOf } from '@sluice/runtime';
import { ok, warn, type Finding } from './finding.js';

/** Shows which systems the command checks and how to change that, without passwords. */
export function explainSettings(place: Place, shards: number): readonly Finding[] {
  return [
    ok('DATABASE_URL', maskedUrl(place.databaseUrl)),
    place.redisUrl === undefined
      ? warn('REDIS_URL', 'not set', 'Set REDIS_URL to check Redis, queues and settings')
      : ok('REDIS_URL', maskedUrl(place.redisUrl)),
    ...(place.queueRedisUrl === place.redisUrl ? [] : [ok('REDIS_QUEUE_URL', maskedUrl(place.queueRedisUrl))]),
    place.baseUrl === undefined
      ? warn('SLUICE_URL', 'not set: DSNs show http://localhost:8000', 'Set SLUICE_URL to the public address')
      : ok('SLUICE_URL', `${place.baseUrl}: used in DSNs`),
    ok('QUEUE_SHARDS', `${shards}: must be equal in all processes`),
    ok('DATA_DIR', place.dataDir),
  ];
}

/** A URL without its password. */
function maskedUrl(text: string | undefined): string {
  if (text === undefined) return 'not known';
  // Several hosts are no URL to the parser.
  if (/^rediss?\+/i.test(text)) return redactCredentials(text);
  const url = urlOf(text);
  if (url === undefined) return 'set, but not a URL';
  if (url.password !== '') url.password = '***';
  return url.href;
}
