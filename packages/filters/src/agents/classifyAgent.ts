import { createLru } from '@sluice/runtime';
import { isCrawler } from './isCrawler.js';
import { isLegacyBrowser } from './isLegacyBrowser.js';

/** Facts about a request's user agent. */
export interface AgentClass {
  readonly isCrawler: boolean;
  readonly isLegacyBrowser: boolean;
}

const MAX_CACHED_AGENTS = 5_000;

/** Characters of a user agent that are classified: all known names begin earlier. */
const MAX_AGENT = 512;

/**
 * Returns a function that classifies user agents by their first 512 characters. It caches its results: a few user agents make
 * up most traffic, and classifying one takes 40 µs.
 */
export function createAgentClassifier(): (agent: string) => AgentClass {
  const known = createLru<AgentClass>(MAX_CACHED_AGENTS);
  return (sent) => {
    const agent = sent.length > MAX_AGENT ? sent.slice(0, MAX_AGENT) : sent;
    const remembered = known.get(agent);
    if (remembered !== undefined) return remembered;
    const facts = { isCrawler: isCrawler(agent), isLegacyBrowser: isLegacyBrowser(agent) };
    // A copy, because a slice would keep the whole header in memory.
    known.set(agent === sent ? agent : Buffer.from(agent, 'latin1').toString('latin1'), facts);
    return facts;
  };
}
