import { type UnknownObject, filtered, type AcceptedEvent, type EntryReason, type Verdict } from '@sluice/contract';
import type { AgentClass } from './agents/classifyAgent.js';
import type { FindEntry, ProjectFilters } from './compileFilters.js';
import { isBrowserExtension } from './isBrowserExtension.js';
import { isLocalhost, type PageFacts } from './isLocalhost.js';

/** Facts about the request and its project that the filters depend on. */
export interface FilterFacts {
  readonly filters: ProjectFilters;
  /** The entry of `filters.ips` that contains the client's address; `undefined` if none does. */
  readonly addressEntry: string | undefined;
  readonly agent: AgentClass;
  readonly page: PageFacts;
}

/** The filter that drops an event. */
export interface FilterMatch {
  readonly verdict: Verdict;
  /** The encoded name of its entry, if the filter is a list. */
  readonly entry?: string;
}

/** Returns the first filter that matches (protocol 3.1, step 2); `undefined` if none does. */
export function filterEvent(event: AcceptedEvent, facts: FilterFacts): FilterMatch | undefined {
  const { filters, agent, addressEntry } = facts;
  if (!filters.ingestion) return INGESTION_OFF;
  if (addressEntry !== undefined) return entryMatch('ip', addressEntry);
  const { environments, releases, messages } = filters;
  const environment = environments === undefined ? undefined : findContext(event, 'environment', environments);
  if (environment !== undefined) return entryMatch('environment', environment);
  const release = releases === undefined ? undefined : findContext(event, 'release', releases);
  if (release !== undefined) return entryMatch('release', release);
  if (filters.crawlers && agent.isCrawler) return CRAWLER;
  const message = messages === undefined ? undefined : findMessage(event, messages);
  if (message !== undefined) return entryMatch('message', message);
  if (filters.browserExtensions && isBrowserExtension(event)) return BROWSER_EXTENSION;
  if (filters.localhost && isLocalhost(event, facts.page)) return LOCALHOST;
  if (filters.legacyBrowsers && agent.isLegacyBrowser) return LEGACY_BROWSER;
  return undefined;
}

const INGESTION_OFF: FilterMatch = { verdict: filtered('ingestion_off') };
const CRAWLER: FilterMatch = { verdict: filtered('crawler') };
const BROWSER_EXTENSION: FilterMatch = { verdict: filtered('browser_extension') };
const LOCALHOST: FilterMatch = { verdict: filtered('localhost') };
const LEGACY_BROWSER: FilterMatch = { verdict: filtered('legacy_browser') };

const entryMatch = (reason: EntryReason, entry: string): FilterMatch => ({ verdict: filtered(reason), entry });

/** Returns the entry that a context matches. Numbers and booleans are compared as strings, as for the columns (protocol 2.2). */
function findContext({ contexts }: AcceptedEvent, key: string, find: FindEntry): string | undefined {
  const value = contexts === undefined ? undefined : (contexts as UnknownObject)[key];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? find(String(value))
    : undefined;
}

/** Returns the entry that `message`, `type` or `type: message` of an exception, or `message` of a log, matches (protocol 3.1). */
function findMessage(event: AcceptedEvent, find: FindEntry): string | undefined {
  if (event.type !== 'exception' && event.type !== 'log') return undefined;
  const { message = '', type = 'Error' } = event.payload;
  const inMessage = typeof message === 'string' ? find(message) : undefined;
  if (inMessage !== undefined || event.type !== 'exception' || typeof type !== 'string') return inMessage;
  return find(type) ?? (typeof message === 'string' ? find(`${type}: ${message}`) : undefined);
}
