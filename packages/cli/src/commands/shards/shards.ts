import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { shardsList } from './shardsList.js';
import { shardsSet } from './shardsSet.js';

/** `sluice shards …`. */
export const shards = (answer: AnswerWith): Command =>
  group(
    'shards',
    'Queue shards: their number and what waits in them',
    [shardsList, shardsSet].map((make) => make(answer)),
  );
