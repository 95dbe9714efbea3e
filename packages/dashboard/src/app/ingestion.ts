import { MINUTE_MS, HOUR_MS } from '../lib/durations';

/** Events of a project in this hour, at one moment. */
export interface IngestionSample {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Accepted by gateways since the top of the hour; `undefined` if these counts could not be read. */
  readonly accepted: number | undefined;
  /** Of those, stored or dead-lettered. */
  readonly stored: number;
}

/** How fast events arrive, and how far storing is behind. */
export interface Ingestion {
  readonly perMinute: number;
  /** Milliseconds; `undefined` if it is not known. */
  readonly lagMs: number | undefined;
}

/**
 * Returns the rate between two samples of the same hour, or since the top of the hour without an earlier one. The lag is the time in
 * which as many events arrive as are accepted and not stored yet.
 */
export function ingestionOf(now: IngestionSample, before?: IngestionSample): Ingestion {
  const start = Math.floor(now.atMs / HOUR_MS) * HOUR_MS;
  const isSame = before !== undefined && before.atMs >= start && before.atMs < now.atMs;
  const [from, base] = isSame ? [before.atMs, before.accepted ?? before.stored] : [start, 0];
  const total = now.accepted ?? now.stored;
  const perMs = Math.max(0, total - base) / Math.max(isSame ? 1 : MINUTE_MS, now.atMs - from);
  const perMinute = Math.round(perMs * MINUTE_MS);
  if (now.accepted === undefined) return { perMinute, lagMs: undefined };
  const behind = Math.max(0, now.accepted - now.stored);
  const average = total / Math.max(MINUTE_MS, now.atMs - start);
  return { perMinute, lagMs: behind === 0 ? 0 : behind / Math.max(perMs, average) };
}
