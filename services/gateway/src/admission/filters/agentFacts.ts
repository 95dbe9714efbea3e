import { isCrawler } from './isCrawler.js';
import { isLegacyBrowser } from './isLegacyBrowser.js';

/** What a request's user agent tells the filters. */
export interface AgentFacts {
  readonly isCrawler: boolean;
  readonly isLegacyBrowser: boolean;
}

const MAX_REMEMBERED = 5_000;

/** A judge of user agents that remembers its answers: a handful of strings make up most traffic, and one costs 40 µs. */
export function createAgentJudge(): (agent: string) => AgentFacts {
  const known = new Map<string, AgentFacts>();
  return (agent) => {
    const remembered = known.get(agent);
    if (remembered !== undefined) return remembered;
    const facts = { isCrawler: isCrawler(agent), isLegacyBrowser: isLegacyBrowser(agent) };
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(agent, facts);
    return facts;
  };
}
