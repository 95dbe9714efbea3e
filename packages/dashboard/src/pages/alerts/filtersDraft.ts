import type { Filters } from './alertTypes';
import { readLines, readPairs } from './pairText';

/** A level of exceptions. */
export type ExceptionLevel = NonNullable<Filters['levels']>[number];

/** Filters as a form has them: lists are text, one entry a line. */
export interface FiltersDraft {
  readonly levels: readonly ExceptionLevel[];
  readonly environments: string;
  readonly releases: string;
  readonly urls: string;
  /** `name=value`, one per line. */
  readonly tags: string;
}

const lines = (entries: readonly string[] | undefined): string => (entries ?? []).join('\n');

/** Returns the form of filters. */
export const filtersToDraft = ({ levels = [], environments, releases, urls, tags = [] }: Filters): FiltersDraft => ({
  levels,
  environments: lines(environments),
  releases: lines(releases),
  urls: lines(urls),
  tags: lines(tags.map(({ key, value }) => `${key}=${value}`)),
});

/** Returns the filters that a form describes; empty fields filter nothing. */
export function filtersToWire({ levels, environments, releases, urls, tags }: FiltersDraft): Filters {
  const lists = Object.entries({ environments, releases, urls })
    .map(([name, text]) => [name, [...readLines(text)]] as const)
    .filter(([, entries]) => entries.length > 0);
  const pairs = readPairs(tags);
  return {
    ...(levels.length === 0 ? {} : { levels: [...levels] }),
    ...Object.fromEntries(lists),
    ...(pairs.length === 0 ? {} : { tags: pairs.map(({ key, value }) => ({ key, value })) }),
  };
}

/** How many filters are set. */
export const countFilters = (draft: FiltersDraft): number => Object.keys(filtersToWire(draft)).length;
