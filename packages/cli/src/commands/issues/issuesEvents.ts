import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { listCommand } from '../../client/listCommand.js';
import { EXCEPTION_COLUMNS } from '../exceptions/exceptionColumns.js';

/** `sluice issues events <issue>`. */
export const issuesEvents = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'events',
    summary: 'List the exceptions of an issue, newest first',
    examples: [['sluice issues events 01a1fc4d-… --limit 5', 'the last five; see a stack with sluice exceptions show']],
    arguments: [['<issue>', 'id of the issue']],
    operation: 'GET /api/0/projects/{org}/{project}/issues/{issueId}/events',
    columns: EXCEPTION_COLUMNS,
    empty: 'No stored exceptions. They may have expired.',
  });
