import { EXCEPTION_LEVELS } from '@sluice/contract';
import type { Command } from 'commander';
import { choice } from '../../choice.js';
import { group, type AnswerWith } from '../../cli.js';
import { listCommand } from '../../client/listCommand.js';
import { operationCommand } from '../../client/operationCommand.js';
import { describeException } from './describeException.js';
import { EXCEPTION_COLUMNS } from './exceptionColumns.js';

const list = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List exceptions, newest first',
    examples: [
      ['sluice exceptions list --from 1h --environment production', 'of the last hour'],
      ['sluice exceptions list --trace 4bf92f3577b34da6a3ce929d0e0e4736', 'of one trace'],
    ],
    options: [
      ['--level <level>', choice(EXCEPTION_LEVELS)],
      ['--type <type>', 'such as TypeError'],
      ['--query <text>', 'part of the message'],
      ['--user <user>', 'key of a user, such as id:u-1001'],
      ['--trace <id>', 'of one trace'],
      ['--replay <id>', 'of one replay'],
      ['--event-id <id>', 'with this id in the log of an SDK'],
    ],
    operation: 'GET /api/0/projects/{org}/{project}/exceptions',
    columns: EXCEPTION_COLUMNS,
    empty: 'No exceptions.',
  });

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show an exception: stack, causes, breadcrumbs',
    examples: [
      ['sluice exceptions show 01983c1e-…', 'an id from sluice exceptions list'],
      ['sluice exceptions show fc6d8c0c43fc4630ad850ee518f1b9d0', 'an event id that an SDK logged'],
    ],
    arguments: [['<exception>', 'id of the exception, or its event id in the log of an SDK']],
    operation: 'GET /api/0/projects/{org}/{project}/exceptions/{id}',
    human: describeException,
  });

/** `sluice exceptions …`. */
export const exceptions = (answer: AnswerWith): Command =>
  group('exceptions', 'Single exceptions with their stacks', [list(answer), show(answer)], 'list');
