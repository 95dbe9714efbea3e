import { timeOfId } from '@sluice/contract';
import type { StoredHit } from './sql/listHits.js';

/** A hit in a list. */
export const hitToWire = (hit: StoredHit) => ({
  id: hit.id,
  timestamp: hit.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(hit.id)).toISOString(),
  kind: hit.kind,
  name: hit.name,
  url: hit.url,
  referrer: hit.referrer,
  title: hit.title,
  sessionId: hit.sessionId,
  environment: hit.environment,
  release: hit.release,
  user: hit.userKey,
  traceId: hit.traceId,
  spanId: hit.spanId,
  replayId: hit.replayId,
  tags: hit.tags ?? {},
});
