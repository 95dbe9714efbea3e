import { filtered, type AcceptedEvent, type Verdict } from '@sluice/contract';
import type { UnknownObject } from '../batch/jsonObject.js';
import type { ProjectFilters } from '../settings/compileProject.js';
import type { AgentClass } from './filters/classifyAgent.js';
import { isBrowserExtension } from './filters/isBrowserExtension.js';
import { isLocalhost, type PageFacts } from './filters/isLocalhost.js';

/** Facts about the request and its project that the filters depend on. */
export interface FilterFacts {
  readonly filters: ProjectFilters;
  /** Whether the client's address is filtered. */
  readonly isFilteredAddress: boolean;
  readonly agent: AgentClass;
  readonly page: PageFacts;
}

/** Returns the verdict of the first filter that matches (protocol 3.1, step 2); `undefined` if none does. */
export function filter(event: AcceptedEvent, facts: FilterFacts): Verdict | undefined {
  const { filters, agent } = facts;
  if (!filters.ingestion) return filtered('ingestion_off');
  if (facts.isFilteredAddress) return filtered('ip');
  if (filters.environments !== undefined && contextMatches(event, 'environment', filters.environments)) {
    return filtered('environment');
  }
  if (filters.releases !== undefined && contextMatches(event, 'release', filters.releases)) return filtered('release');
  if (filters.crawlers && agent.isCrawler) return filtered('crawler');
  if (filters.messages !== undefined && messageMatches(event, filters.messages)) return filtered('message');
  if (filters.browserExtensions && isBrowserExtension(event)) return filtered('browser_extension');
  if (filters.localhost && isLocalhost(event, facts.page)) return filtered('localhost');
  if (filters.legacyBrowsers && agent.isLegacyBrowser) return filtered('legacy_browser');
  return undefined;
}

type Matches = (text: string) => boolean;

/** Whether a context matches. Numbers and booleans are compared as strings, as for the columns (protocol 2.2). */
function contextMatches({ contexts }: AcceptedEvent, key: string, matches: Matches): boolean {
  const value = contexts === undefined ? undefined : (contexts as UnknownObject)[key];
  return (
    (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') && matches(String(value))
  );
}

/** Whether `message`, `type` or `type: message` of an exception, or `message` of a log, matches (protocol 3.1). */
function messageMatches(event: AcceptedEvent, matches: Matches): boolean {
  if (event.type !== 'exception' && event.type !== 'log') return false;
  const { message = '', type = 'Error' } = event.payload;
  if (typeof message === 'string' && matches(message)) return true;
  if (event.type !== 'exception' || typeof type !== 'string') return false;
  return matches(type) || (typeof message === 'string' && matches(`${type}: ${message}`));
}
