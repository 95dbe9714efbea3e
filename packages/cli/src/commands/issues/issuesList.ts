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
    summary: 'List issues, the one seen last first',
    examples: [
      ['sluice issues list --status open', 'what is broken'],
      ['sluice issues list --sort users --release shop@2.4.1', 'what most people meet in a release'],
      ['sluice issues list --from 24h --sort count', 'what happened most in a day; ~ before approximate numbers'],
      ['sluice issues list --query price --json', "the API's answer"],
    ],
    options: [
      ['--status <status>', choice(['open', 'resolved', 'ignored', 'all'], 'all')],
      ['--query <text>', 'part of the title or the culprit'],
      ['--level <level>', choice(EXCEPTION_LEVELS)],
      ['--sort <order>', choice(['lastSeen', 'firstSeen', 'count', 'users'], 'lastSeen')],
    ],
    path: () => ['issues'],
    columns: ISSUE_COLUMNS,
    empty: 'No issues.',
  });
