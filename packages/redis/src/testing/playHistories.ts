import fc from 'fast-check';
import type { RedisClient } from '../connection/redisClient.js';
import { arbitraryHistory } from './arbitraryHistory.js';
import { replayHistory } from './replayHistory.js';

/** Histories to play, from a seed. */
interface Histories {
  readonly numRuns: number;
  readonly seed: number;
}

/** Plays random histories on Redis and on the model; throws where they differ. @param seen gets the name of everything that happened */
export async function playHistories(client: RedisClient, seen: Set<string>, histories: Histories): Promise<void> {
  const property = fc.asyncProperty(arbitraryHistory, (history) => replayHistory(client, history, seen));
  await fc.assert(property, histories);
}
