import type { Command } from 'commander';
import { choice } from '../../choice.js';
import { group, type AnswerWith } from '../../cli.js';
import { listCommand } from '../../client/listCommand.js';
import { operationCommand } from '../../client/operationCommand.js';
import { duration, moment, number, person, text, wires } from '../../output/cells.js';
import { idColumn } from '../../output/wireTable.js';
import { describeReplay } from './describeReplay.js';

const list = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List session replays, newest first',
    examples: [['sluice replays list --user id:u-1001', 'of one user']],
    options: [
      ['--user <user>', 'key of a user, such as id:u-1001'],
      ['--trace <id>', 'that contain this trace'],
      ['--page <part>', 'of which a page has this part in its URL', 'url'],
      ['--sort <order>', choice(['newest', 'duration', 'errors', 'pages'])],
    ],
    operation: 'GET /api/0/projects/{org}/{project}/replays',
    columns: [
      idColumn('REPLAY'),
      { title: 'STARTED', read: ({ startTime }) => moment(startTime) },
      { title: 'DURATION', align: 'right', read: ({ duration: ms }) => duration(ms) },
      { title: 'SEGMENTS', align: 'right', read: ({ segments }) => number(segments) },
      { title: 'GAPS', align: 'right', read: ({ gaps }) => number(wires(gaps).length) },
      { title: 'ERRORS', align: 'right', read: ({ errorCount }) => number(errorCount) },
      { title: 'PAGES', align: 'right', read: ({ pages }) => number(pages) },
      { title: 'ENVIRONMENT', isOptional: true, read: ({ environment }) => text(environment, 20) },
      { title: 'RELEASE', isOptional: true, read: ({ release }) => text(release, 30) },
      { title: 'USER', isOptional: true, read: ({ user }) => person(user) },
    ],
    empty: 'No replays.',
  });

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a replay: its segments, gaps and exceptions',
    examples: [['sluice replays show 7d1c…', 'an id from sluice replays list']],
    arguments: [['<replay>', 'id of the replay']],
    operation: 'GET /api/0/projects/{org}/{project}/replays/{replayId}',
    human: describeReplay,
  });

/** `sluice replays …`. */
export const replays = (answer: AnswerWith): Command =>
  group('replays', 'Session replays', [list(answer), show(answer)], 'list');
