import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { namesList } from './namesList.js';
import { namesRemove } from './namesRemove.js';

/** `sluice names …`. */
export const names = (answer: AnswerWith): Command =>
  group(
    'names',
    'Names from events: metrics, environments, releases, users',
    [namesList, namesRemove].map((make) => make(answer)),
  );
