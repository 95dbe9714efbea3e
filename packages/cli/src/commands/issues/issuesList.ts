import { EXCEPTION_LEVELS } from '@sluice/contract';
import type { Command } from 'commander';
import { choice } from '../../choice.js';
import type { AnswerWith } from '../../cli.js';
import { listCommand } from '../../client/listCommand.js';
import { ISSUE_COLUMNS } from './issueColumns.js';

/** `sluice issues list`. */
export const issuesList = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List issues, last seen first',
    examples: [
      ['sluice issues list --status open', 'open issues'],
      ['sluice issues list --sort users --release shop@2.4.1', 'what affects most users of a release'],
      ['sluice issues list --from 24h --sort count', 'most frequent in a day; ~ marks approximate counts'],
      ['sluice issues list --status new --sort trend --from 24h', 'what is new and grows'],
      ['sluice issues list --query price --json', "the API's answer"],
    ],
    options: [
      ['--status <status>', choice(['open', 'new', 'regressed', 'assigned', 'resolved', 'ignored', 'all'], 'all')],
      ['--query <text>', 'part of the title or culprit'],
      ['--level <level>', choice(EXCEPTION_LEVELS)],
      ['--tag <key:value>', 'with exceptions that have this tag'],
      ['--user <key>', 'with exceptions of this project user'],
      ['--page <text>', 'with exceptions on pages whose address contains this', 'url'],
      ['--assignee <user>', 'id of a user, me, or none'],
      ['--sort <order>', choice(['lastSeen', 'firstSeen', 'newest', 'count', 'users', 'trend'], 'lastSeen')],
    ],
    operation: 'GET /api/0/projects/{org}/{project}/issues',
    columns: ISSUE_COLUMNS,
    empty: 'No issues.',
  });
