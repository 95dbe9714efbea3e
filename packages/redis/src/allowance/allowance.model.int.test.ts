import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryHistory } from '../testing/arbitraryHistory.js';
import { replayHistory } from '../testing/replayHistory.js';
import { useRedis } from '../testing/useRedis.js';

const HISTORIES = 2_000;

/** What must have happened in them, or they prove too little: replies, codes of the decisions, house-keeping. */
const EVERYTHING = [
  ...[
    'decided',
    'recorded',
    'no_ledger',
    'undone',
    'undo: undone',
    'undo: shared',
    'completeSeed',
    'reanchor',
    'forget',
  ],
  ...['p', 's', 't', 'u', 'r', 'a', 'q', '-'],
];

const redis = useRedis();

test(`${HISTORIES} random histories end on Redis as on the model`, async () => {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`allowance model: FC_SEED=${seed}\n`);
  const seen = new Set<string>();
  const property = fc.asyncProperty(arbitraryHistory, (history) => replayHistory(redis.client(), history, seen));
  await fc.assert(property, { numRuns: HISTORIES, seed });
  for (const event of EVERYTHING) expect(seen).toContain(event);
}, 120_000);
