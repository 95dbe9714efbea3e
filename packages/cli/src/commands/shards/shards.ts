import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { shardsList } from './shardsList.js';
import { shardsSet } from './shardsSet.js';
import { shardsSpread } from './shardsSpread.js';

/** `sluice shards …`. */
export const shards = (answer: AnswerWith): Command =>
  group(
    'shards',
    'Queue shards: their number, what waits in them, and projects that use several',
    [shardsList, shardsSet, shardsSpread].map((make) => make(answer)),
  );
