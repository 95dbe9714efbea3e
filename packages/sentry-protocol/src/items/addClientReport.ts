import { isObject, type UnknownObject } from '@sluice/contract';
import type { Draft } from '../translation.js';
import { countedName } from '../values/read.js';

/** Entries of all client reports of a request, at most. */
const MAX_ENTRIES = 100;

/** Adds what a client report says was dropped. An entry without a reason, a category and a positive quantity is ignored. */
export function addClientReport({ discarded }: Draft, report: UnknownObject): void {
  const given = report['discarded_events'];
  for (const entry of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    if (discarded.length === MAX_ENTRIES) return;
    const { reason, category, quantity } = isObject(entry) ? entry : {};
    if (typeof reason !== 'string' || typeof category !== 'string' || !isQuantity(quantity)) continue;
    discarded.push({ reason: countedName(reason), category: countedName(category), quantity });
  }
}

const isQuantity = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
