import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { operationCommand } from '../../client/operationCommand.js';
import { describeIssueDetail } from './describeIssueDetail.js';

/** `sluice issues show <issue>`. */
export const issuesShow = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show an issue: first seen, releases, users, counts',
    examples: [
      ['sluice issues show 01a1fc4d-…', 'releases, environments and fingerprints of an issue'],
      ['sluice issues show 01a1fc4d-… --hours 168', 'with the counts of a week'],
    ],
    arguments: [['<issue>', 'id of the issue']],
    options: [['--hours <hours>', 'hours of counts to show, 24 to 720 (24)']],
    operation: 'GET /api/0/projects/{org}/{project}/issues/{issueId}',
    human: describeIssueDetail,
  });
