import type { ProjectSettings } from '@sluice/contract';
import { parseNetworks, type Networks } from '@sluice/runtime';
import { compileGlobs } from '../admission/filters/glob.js';

/** A project's filters, read once for each version of its settings. A list that is empty is `undefined`. */
export interface ProjectFilters {
  readonly ingestion: boolean;
  readonly ips: Networks | undefined;
  readonly environments: ((text: string) => boolean) | undefined;
  readonly releases: ((text: string) => boolean) | undefined;
  readonly messages: ((text: string) => boolean) | undefined;
  readonly crawlers: boolean;
  readonly browserExtensions: boolean;
  readonly localhost: boolean;
  readonly legacyBrowsers: boolean;
}

/** Most entries of a list that are read: bounds the time that one project's filters may take. */
const MAX_ENTRIES = 1_000;

/** The filters behind a project's settings. Entries that cannot be read match nothing. */
export function compileFilters({ ingestion, filters }: ProjectSettings): ProjectFilters {
  const globs = (patterns: readonly string[]): ((text: string) => boolean) | undefined =>
    patterns.length === 0 ? undefined : compileGlobs(patterns.slice(0, MAX_ENTRIES));
  return {
    ingestion,
    ips: filters.ips.length === 0 ? undefined : parseNetworks(filters.ips.slice(0, MAX_ENTRIES)),
    environments: globs(filters.environments),
    releases: globs(filters.releases),
    messages: globs(filters.messages),
    crawlers: filters.crawlers,
    browserExtensions: filters.browserExtensions,
    localhost: filters.localhost,
    legacyBrowsers: filters.legacyBrowsers,
  };
}
