import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { userCreate } from './userCreate.js';
import { userDisable, userEnable } from './userDisable.js';
import { userLink } from './userLink.js';
import { userList } from './userList.js';

/** `sluice user …`. */
export const user = (answer: AnswerWith): Command =>
  group(
    'user',
    'People who sign in to the dashboard',
    [userCreate, userList, userLink, userDisable, userEnable].map((make) => make(answer)),
  );
