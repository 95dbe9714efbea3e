import { isCrawler } from './isCrawler.js';
import { isLegacyBrowser } from './isLegacyBrowser.js';

/** What a request's user agent tells the filters. */
export interface AgentClass {
  readonly isCrawler: boolean;
  readonly isLegacyBrowser: boolean;
}

const MAX_CACHED_AGENTS = 5_000;

/** Characters of a user agent that are judged; all that is known begins earlier. */
const MAX_AGENT = 512;

/**
 * A judge of user agents that remembers its answers: a handful of strings make up most traffic, and one costs 40 µs.
 * Only the first 512 characters are judged and remembered.
 */
export function createAgentClassifier(): (agent: string) => AgentClass {
  const known = new Map<string, AgentClass>();
  return (sent) => {
    const agent = sent.length > MAX_AGENT ? sent.slice(0, MAX_AGENT) : sent;
    const remembered = known.get(agent);
    if (remembered !== undefined) return remembered;
    const facts = { isCrawler: isCrawler(agent), isLegacyBrowser: isLegacyBrowser(agent) };
    if (known.size >= MAX_CACHED_AGENTS) known.clear();
    // A slice would keep all of the header that it was cut from.
    known.set(agent === sent ? agent : Buffer.from(agent, 'latin1').toString('latin1'), facts);
    return facts;
  };
}
