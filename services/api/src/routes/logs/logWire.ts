import { timeOfId } from '@sluice/contract';
import type { StoredLog } from './sql/listLogs.js';

/** A log in a list. */
export const logToWire = (log: StoredLog) => ({
  id: log.id,
  timestamp: log.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(log.id)).toISOString(),
  level: log.level,
  message: log.message,
  environment: log.environment,
  release: log.release,
  user: log.userKey,
  traceId: log.traceId,
  spanId: log.spanId,
  replayId: log.replayId,
  attributes: log.attributes ?? {},
  tags: log.tags ?? {},
});
