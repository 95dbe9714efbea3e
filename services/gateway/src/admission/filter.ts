import { filtered, type AcceptedEvent, type Verdict } from '@sluice/contract';
import type { ProjectFilters } from '../settings/compileFilters.js';
import type { AgentClass } from './filters/classifyAgent.js';
import { isBrowserExtension } from './filters/isBrowserExtension.js';
import { isLocalhost, type PageFacts } from './filters/isLocalhost.js';
import type { UnknownObject } from './jsonObject.js';

/** What the filters need to know of the request and its project. */
export interface FilterFacts {
  readonly filters: ProjectFilters;
  /** Whether the client's address is filtered. */
  readonly isFilteredAddress: boolean;
  readonly agent: AgentClass;
  readonly page: PageFacts;
}

/** Protocol 3.1, step 2: ingestion off, address, environment, release, crawler, message, extension, localhost, old browser. */
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

/** Numbers and booleans are read as strings, as for the columns (protocol 2.2). */
function contextMatches({ contexts }: AcceptedEvent, key: string, matches: Matches): boolean {
  const value = contexts === undefined ? undefined : (contexts as UnknownObject)[key];
  return (
    (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') && matches(String(value))
  );
}

/** Protocol 3.1: `message`, `type` and `type: message` of exceptions, `message` of logs. */
function messageMatches(event: AcceptedEvent, matches: Matches): boolean {
  if (event.type !== 'exception' && event.type !== 'log') return false;
  const { message = '', type = 'Error' } = event.payload;
  if (typeof message === 'string' && matches(message)) return true;
  if (event.type !== 'exception' || typeof type !== 'string') return false;
  return matches(type) || (typeof message === 'string' && matches(`${type}: ${message}`));
}
