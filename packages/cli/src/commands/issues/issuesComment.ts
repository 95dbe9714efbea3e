import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { requestCommand } from '../../client/clientCommand.js';
import { moment, text, wires, type Wire } from '../../output/cells.js';
import { wireTable, type WireColumn } from '../../output/wireTable.js';

const ISSUE = ['<issue>', 'id of the issue'] as const;

/** `sluice issues comment <issue> <text>`. */
export const issuesComment = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'comment',
    scope: 'project:admin',
    summary: 'Comment on an issue',
    examples: [["sluice issues comment 01a1fc4d-… 'fixed by #512'", 'shown on its page']],
    arguments: [ISSUE, ['<text>', 'at most 10,000 characters']],
    request: ({ arguments: [issue = '', comment = ''] }) => ({
      method: 'POST',
      path: ['issues', issue, 'comments'],
      body: { text: comment },
    }),
    human: ({ actor, createdAt }) => `${moment(createdAt)}  commented as ${text(actor)}`,
  });

const CHANGES: readonly WireColumn[] = [
  { title: 'WHEN', read: ({ createdAt }) => moment(createdAt) },
  { title: 'WHO', read: ({ actor }) => (actor === null ? 'automatic' : text(actor)) },
  { title: 'WHAT', read: ({ action }) => text(action) },
  { title: 'DETAILS', read: (change) => detailsOf(change) },
];

function detailsOf({ details }: Wire): string {
  const entries = Object.entries((details ?? {}) as Readonly<Record<string, unknown>>);
  return entries.map(([name, value]) => `${name} ${text(Array.isArray(value) ? value.join(', ') : value)}`).join(', ');
}

/** `sluice issues history <issue>`. */
export const issuesHistory = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'history',
    summary: 'List the changes of an issue, newest first',
    examples: [['sluice issues history 01a1fc4d-…', 'who resolved it, and which release reopened it']],
    arguments: [ISSUE],
    request: ({ arguments: [issue = ''] }) => ({ path: ['issues', issue, 'history'] }),
    human: (answered, style) => wireTable(CHANGES, wires(answered['data']), style),
  });
