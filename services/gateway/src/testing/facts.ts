import { DEFAULT_PROJECT_SETTINGS, type ProjectSettings } from '@sluice/contract';
import { compileFilters } from '@sluice/filters';
import type { BatchFacts } from '../admission/admitEvent.js';
import type { ParsedBatch } from '../batch/parseBatch.js';
import { scanJson } from '../batch/scanJson.js';

/** Arrival of the batches in unit tests, milliseconds since 1970. */
export const ARRIVAL_MS = Date.UTC(2025, 5, 1, 12);

/** Returns the default settings of a project with some filters set. */
export function settingsWith(
  filters: Partial<ProjectSettings['filters']> = {},
  rest: Partial<ProjectSettings> = {},
): ProjectSettings {
  return { ...DEFAULT_PROJECT_SETTINGS, ...rest, filters: { ...DEFAULT_PROJECT_SETTINGS.filters, ...filters } };
}

/** Returns a batch of events without their texts. */
export const sent = (events: readonly unknown[]): Pick<ParsedBatch, 'events' | 'originalJson'> => ({
  events,
  originalJson: () => undefined,
});

const NO_BOUNDS = { maxJsonDepth: Infinity, maxJsonValues: Infinity };

/** Returns the facts of a batch of `events` from an ordinary browser to a project with default settings. */
export function factsFor(events: readonly unknown[], overrides: Partial<BatchFacts> = {}): BatchFacts {
  const settings = settingsWith();
  return {
    arrivalMs: ARRIVAL_MS,
    body: { ...scanJson(JSON.stringify({ events }), NO_BOUNDS), mayNeedCleaning: false },
    batchId: '01970000-0000-8000-8000-000000000000',
    filters: compileFilters(settings),
    addressEntry: undefined,
    agent: { isCrawler: false, isLegacyBrowser: false },
    page: { pageHost: 'example.com', address: '1.2.3.4' },
    sampleRates: settings.sampleRates,
    isBacklogged: false,
    scrub: settings.scrub,
    storeIp: settings.storeIp,
    ...overrides,
  };
}
