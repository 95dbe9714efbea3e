import { isObject, type UnknownObject } from '@sluice/contract';
import type { OtlpProblem, OtlpSignal } from '../event.js';
import { listOf, objectsOf } from '../read/readValue.js';
import { RECORD_LISTS } from '../recordLists.js';

/** Attributes of a resource, scope, span or log record, those of its events and links included, at most: it is translated at once. */
export const MAX_ATTRIBUTES = 16_000;

/** Values of one in JSON, at most: an attribute is a pair, its key, its value, and what is in it. */
const MAX_VALUES = 4 * MAX_ATTRIBUTES;

/** The problem of a request with one that has more. */
export const RECORD_TOO_LARGE: OtlpProblem = {
  status: 413,
  problem: `A record, resource or scope has more than about ${MAX_ATTRIBUTES.toLocaleString('en-US')} attributes, counting those of its events and the elements of lists. Send smaller ones.`,
};

/**
 * Returns the problem of a request in JSON with a record, resource or scope that is too large. Yields after each resource, scope and record. The
 * points of metrics are not counted: their attributes are not read.
 */
export function* findLargeRecord(
  signal: OtlpSignal,
  request: UnknownObject,
): Generator<undefined, OtlpProblem | undefined> {
  const [resources, scopes, records] = RECORD_LISTS[signal];
  for (const ofResource of objectsOf(request[resources])) {
    if (isTooLarge(ofResource['resource'])) return RECORD_TOO_LARGE;
    yield;
    for (const ofScope of objectsOf(ofResource[scopes])) {
      const inScope = listOf(ofScope[records]);
      if (inScope.length > 0 && isTooLarge(ofScope['scope'])) return RECORD_TOO_LARGE;
      yield;
      for (const record of signal === 'metrics' ? [] : inScope) {
        if (isTooLarge(record)) return RECORD_TOO_LARGE;
        yield;
      }
    }
  }
  return undefined;
}

const isTooLarge = (value: unknown): boolean => valuesLeft(value, MAX_VALUES) < 0;

/** Returns how many of the values are left after those of a list or object; counts no further than to -1. */
function valuesLeft(value: unknown, most: number): number {
  const inner: readonly unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  let left = most;
  for (const one of inner) {
    if (left < 0) break;
    left = valuesLeft(one, left - 1);
  }
  return left;
}
