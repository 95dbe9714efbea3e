import { compileGlobs } from '@sluice/filters';
import type { PausableTask } from '@sluice/runtime';
import type { AlertFilters } from '../fields/filters.js';

/** The properties of an exception that filters of a rule look at. */
export interface FilteredEvent {
  readonly level: string | null;
  readonly environment: string | null;
  readonly release: string | null;
  readonly url: string | null;
  readonly tags: Readonly<Record<string, unknown>>;
}

/** Returns whether an event matches. Yields at least every few milliseconds. */
export type MatchEvent = (event: FilteredEvent) => PausableTask<boolean>;

/**
 * Returns a function that matches events with the filters of a rule: all given parts must match, one of the values of each. A glob never
 * matches an event without the property, not even `*`. The first event that needs the globs compiles them, in steps as well.
 */
export function compileAlertFilters(filters: AlertFilters): MatchEvent {
  const { levels = [], tags = [] } = filters;
  const lists = [
    ['environment', globList(filters.environments)],
    ['release', globList(filters.releases)],
    ['url', globList(filters.urls)],
  ] as const;
  return function* (event) {
    if (levels.length > 0 && (event.level === null || !levels.includes(event.level))) return false;
    if (!tags.every(({ key, value }) => textOf(event.tags[key]) === value)) return false;
    for (const [field, matches] of lists) {
      if (matches !== undefined && !(yield* matches(event[field]))) return false;
    }
    return true;
  };
}

function globList(patterns: readonly string[] = []): ((text: string | null) => PausableTask<boolean>) | undefined {
  if (patterns.length === 0) return undefined;
  let globs: ReturnType<typeof compileGlobs> | undefined;
  return function* (text) {
    if (text === null) return false;
    if (globs === undefined) {
      globs = compileGlobs(patterns);
      yield;
    }
    const found = globs.inSteps === undefined ? globs(text) : yield* globs.inSteps(text);
    yield;
    return found !== undefined;
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
