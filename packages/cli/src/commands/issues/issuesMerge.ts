import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { requestCommand } from '../../client/clientCommand.js';
import { wires } from '../../output/cells.js';
import { wireTable } from '../../output/wireTable.js';
import { describeIssue } from './describeIssue.js';
import { ISSUE_COLUMNS } from './issueColumns.js';

/** `sluice issues merge <issue> <others…>`. */
export const issuesMerge = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'merge',
    scope: 'project:admin',
    summary: 'Merge other issues into one, permanently',
    examples: [
      ['sluice issues merge 01a1fc4d-… 01a1fc51-…', 'the second becomes part of the first, later exceptions too'],
    ],
    arguments: [
      ['<issue>', 'the issue that stays'],
      ['<others...>', 'the issues that become part of it'],
    ],
    request: ({ arguments: [issue = '', ...issues] }) => ({
      method: 'POST',
      path: ['issues', issue, 'merge'],
      body: { issues },
    }),
    human: describeIssue,
  });

/** `sluice issues unmerge <issue> <fingerprints…>`. */
export const issuesUnmerge = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'unmerge',
    scope: 'project:admin',
    summary: 'Move fingerprints out of an issue, permanently',
    examples: [['sluice issues unmerge 01a1fc4d-… 3f2a…', 'a fingerprint from sluice issues show']],
    arguments: [
      ['<issue>', 'the issue that they leave'],
      ['<fingerprints...>', 'as listed by `sluice issues show`'],
    ],
    request: ({ arguments: [issue = '', ...fingerprints] }) => ({
      method: 'POST',
      path: ['issues', issue, 'unmerge'],
      body: { fingerprints },
    }),
    human: (answered, style) => wireTable(ISSUE_COLUMNS, wires(answered['data']), style),
  });
