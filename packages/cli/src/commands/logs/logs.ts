import { LEVELS } from '@sluice/contract';
import type { Command } from 'commander';
import { choice } from '../../choice.js';
import { group, type AnswerWith } from '../../cli.js';
import { onClient } from '../../client/clientCommand.js';
import { listOptions, showList, type ListSpec } from '../../client/listCommand.js';
import { operationCommand } from '../../client/operationCommand.js';
import { moment, pairs, person, text, traceAndSpan } from '../../output/cells.js';
import { levelStyle } from '../../output/levels.js';
import { facts } from '../../output/table.js';
import { idColumn } from '../../output/wireTable.js';
import { followLogs } from './followLogs.js';

const LIST: ListSpec<'GET /api/0/projects/{org}/{project}/logs'> = {
  name: 'list',
  summary: 'Search logs, newest first, or follow them',
  examples: [
    ['sluice logs list --level error --from 1h', 'errors of the last hour'],
    ["sluice logs list --query 'payment' --environment production", 'messages that contain this text'],
    [`sluice logs list --levels warning,error --attributes 'plan:pro'`, 'several levels, and an attribute'],
    ['sluice logs list --follow --level warning', 'new ones, until Ctrl-C'],
  ],
  options: [
    ['--level <level>', choice(LEVELS)],
    ['--levels <levels>', 'several levels with commas between them'],
    ['--query <text>', 'part of the message'],
    ['--attributes <pairs>', 'attributes or tags, key:value with spaces between them'],
    ['--user <user>', 'key of a user, such as id:u-1001'],
    ['--trace <id>', 'of one trace'],
    ['--replay <id>', 'of one replay'],
  ],
  json: 'print exactly one JSON value; with --follow, one per line',
  operation: 'GET /api/0/projects/{org}/{project}/logs',
  columns: [
    idColumn('LOG'),
    { title: 'TIME', read: ({ timestamp }) => moment(timestamp) },
    { title: 'LEVEL', paint: levelStyle, read: ({ level }) => text(level) },
    { title: 'MESSAGE', read: ({ message }) => text(message, 80) },
    { title: 'ENVIRONMENT', isOptional: true, read: ({ environment }) => text(environment, 20) },
    { title: 'RELEASE', isOptional: true, read: ({ release }) => text(release, 30) },
    { title: 'USER', isOptional: true, read: ({ user }) => person(user) },
  ],
  empty: 'No logs.',
};

const list = (answer: AnswerWith): Command =>
  onClient(listOptions(LIST), (given) =>
    answer((context) =>
      given.options['follow'] === undefined ? showList(context, LIST, given) : followLogs(context, LIST, given),
    ),
  ).option(
    '--follow',
    'show new logs as they arrive, oldest first; --from starts earlier, --limit stops after that many',
  );

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a log with its attributes and contexts',
    examples: [['sluice logs show 01983c1e-…', 'an id from sluice logs list']],
    arguments: [['<log>', 'id of the log']],
    operation: 'GET /api/0/projects/{org}/{project}/logs/{id}',
    human: (log, style) =>
      facts(
        [
          ['log', text(log.id)],
          ['time', `${text(log.timestamp)}, received ${text(log.receivedAt)}`],
          ['level', text(log.level)],
          ['message', text(log.message)],
          ['attributes', pairs(log.attributes)],
          ['environment', text(log.environment)],
          ['release', text(log.release)],
          ['user', person(log.user)],
          ['trace', traceAndSpan(log)],
          ['replay', text(log.replayId)],
          ['tags', pairs(log.tags)],
          ['contexts', pairs(log.contexts)],
        ],
        style,
      ),
  });

/** `sluice logs …`. */
export const logs = (answer: AnswerWith): Command =>
  group('logs', 'Search logs, or follow them', [list(answer), show(answer)], 'list');
