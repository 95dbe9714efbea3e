import type { AlertFilters } from '@sluice/contract';
import { compileGlobs } from '@sluice/filters';

/** The properties of an exception that filters of a rule look at. */
export interface FilteredEvent {
  readonly level: string | null;
  readonly environment: string | null;
  readonly release: string | null;
  readonly url: string | null;
  readonly tags: Readonly<Record<string, unknown>>;
}

/**
 * Compiles the filters of a rule: all given parts must match, one of the values of each. A glob never matches an event
 * without the property, not even `*`.
 */
export function compileAlertFilters(filters: AlertFilters): (event: FilteredEvent) => boolean {
  const { levels = [], tags = [] } = filters;
  const globs = {
    environment: globList(filters.environments),
    release: globList(filters.releases),
    url: globList(filters.urls),
  };
  return (event) =>
    (levels.length === 0 || (event.level !== null && levels.includes(event.level))) &&
    (['environment', 'release', 'url'] as const).every((field) => globs[field](event[field])) &&
    tags.every(({ key, value }) => textOf(event.tags[key]) === value);
}

function globList(patterns: readonly string[] | undefined): (text: string | null) => boolean {
  if (patterns === undefined || patterns.length === 0) return () => true;
  const match = compileGlobs(patterns);
  return (text) => text !== null && match(text) !== undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
