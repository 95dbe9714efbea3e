import { encodeEntryName, filterEntryNames, type ProjectSettings } from '@sluice/contract';
import { parseNetworks, type PausableTask } from '@sluice/runtime';
import { compileGlobs } from './globs/compileGlobs.js';

/**
 * Returns the entry of a list that matches first, as `encodeEntryName` writes its name (`filterEntryNames`); `undefined` if none
 * does.
 */
export interface FindEntry {
  (text: string): string | undefined;
  /** Returns the same and yields at least every few milliseconds; `undefined` if no text takes longer. */
  readonly inSteps?: ((text: string) => PausableTask<string | undefined>) | undefined;
}

/** A project's filters. A list that is empty is `undefined`. */
export interface ProjectFilters {
  readonly ingestion: boolean;
  /** Takes an address as `normalizeAddress` returns it. */
  readonly ips: FindEntry | undefined;
  readonly environments: FindEntry | undefined;
  readonly releases: FindEntry | undefined;
  readonly messages: FindEntry | undefined;
  readonly crawlers: boolean;
  readonly browserExtensions: boolean;
  readonly localhost: boolean;
  readonly legacyBrowsers: boolean;
  /** Whether a list may take longer than a few milliseconds for a text, so that only `filterInSteps` is fast enough. */
  readonly isCostly: boolean;
}

/** Entries of a list beyond this number are ignored: bounds the time that one project's filters may take. */
const MAX_ENTRIES = 1_000;

/** Returns the compiled filters of a project's settings. Invalid entries match nothing. */
export function compileFilters({ ingestion, filters }: Pick<ProjectSettings, 'ingestion' | 'filters'>): ProjectFilters {
  const environments = listOf(filters.environments, compileGlobs);
  const releases = listOf(filters.releases, compileGlobs);
  const messages = listOf(filters.messages, compileGlobs);
  const lists = [environments, releases, messages].filter((list) => list !== undefined);
  return {
    ingestion,
    ips: listOf(filters.ips, findNetwork),
    environments,
    releases,
    messages,
    crawlers: filters.crawlers,
    browserExtensions: filters.browserExtensions,
    localhost: filters.localhost,
    legacyBrowsers: filters.legacyBrowsers,
    isCostly: lists.some((list) => list.inSteps !== undefined),
  };
}

function listOf(given: readonly string[], compile: (entries: readonly string[]) => FindEntry): FindEntry | undefined {
  if (given.length === 0) return undefined;
  const entries = given.slice(0, MAX_ENTRIES);
  const find = compile(entries);
  const names = new Map<string, string>();
  for (const [index, name] of filterEntryNames(entries).entries()) {
    const entry = entries[index] ?? '';
    if (!names.has(entry)) names.set(entry, encodeEntryName(name));
  }
  const nameOf = (entry: string | undefined): string | undefined =>
    entry === undefined ? undefined : names.get(entry);
  const { inSteps } = find;
  if (inSteps === undefined) return (text) => nameOf(find(text));
  return Object.assign((text: string) => nameOf(find(text)), {
    *inSteps(text: string): PausableTask<string | undefined> {
      return nameOf(yield* inSteps(text));
    },
  });
}

function findNetwork(entries: readonly string[]): (address: string) => string | undefined {
  const all = parseNetworks(entries);
  const single = entries.map((entry) => parseNetworks([entry]));
  // Most addresses match nothing; only a match asks which entry it is.
  return (address) =>
    all.contain(address) ? entries[single.findIndex((network) => network.contain(address))] : undefined;
}
