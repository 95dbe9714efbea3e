import type { Random } from './random.js';
import type { DemoBatch } from './sendBatch.js';
import { crawlerVisit } from './visit/crawlerVisit.js';
import { demoVisit } from './visit/demoVisit.js';
import { createVisitor } from './shop/visitor.js';

/** Share of the visits that are of crawlers. */
const CRAWLER_SHARE = 0.07;

/** Yields the batches of the next visit, in the order of time. @param at its end @param nowMs both in milliseconds since 1970 */
export function nextVisit(chance: Random, at: number, nowMs: number): readonly DemoBatch[] {
  if (chance.maybe(CRAWLER_SHARE)) return [crawlerVisit(chance, at)];
  const ageMs = nowMs - at;
  return demoVisit(chance, createVisitor(chance, ageMs), at, ageMs);
}

/**
 * Yields a visit as {@link nextVisit} does, in which a request failed: a stream that begins with it has logs of errors, however
 * short it is.
 */
export function failedVisit(chance: Random, at: number, nowMs: number): readonly DemoBatch[] {
  for (;;) {
    const visit = nextVisit(chance, at, nowMs);
    if (visit.some(({ events }) => events.some(isErrorLog))) return visit;
  }
}

function isErrorLog(event: object): boolean {
  const { type, payload } = event as { readonly type?: unknown; readonly payload?: { readonly level?: unknown } };
  return type === 'log' && payload?.level === 'error';
}
