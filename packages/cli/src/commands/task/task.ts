import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { taskList } from './taskList.js';
import { taskRun } from './taskRun.js';

/** `sluice task …`. */
export const task = (answer: AnswerWith): Command =>
  group(
    'task',
    'Periodic tasks of housekeeping',
    [taskList, taskRun].map((make) => make(answer)),
  );
