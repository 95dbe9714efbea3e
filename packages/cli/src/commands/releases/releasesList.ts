import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { listCommand } from '../../client/listCommand.js';
import type { RowOf } from '../../client/operation.js';
import { moment, number, text } from '../../output/cells.js';
import { numeric, type WireColumn } from '../../output/wireTable.js';

const COLUMNS: readonly WireColumn<RowOf<'GET /api/0/projects/{org}/{project}/releases'>>[] = [
  { title: 'RELEASE', read: ({ version }) => text(version, 60) },
  numeric('EXCEPTIONS', ({ exceptions }) => number(exceptions)),
  numeric('NEW ISSUES', ({ newIssues }) => number(newIssues)),
  numeric('MAPS', ({ sourceMaps }) => number(sourceMaps)),
  { title: 'DEPLOYED', read: ({ deployedAt }) => moment(deployedAt) },
  { title: 'FIRST SEEN', isOptional: true, read: ({ firstSeen }) => moment(firstSeen) },
  { title: 'LAST SEEN', read: ({ lastSeen }) => moment(lastSeen) },
  { title: 'REF', isOptional: true, read: ({ ref }) => text(ref, 12) },
];

/** `sluice releases list`. */
export const releasesList = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List releases, last seen first',
    examples: [
      ['sluice releases list', 'exceptions, new issues and source maps of each'],
      ['sluice releases list --from 7d', 'seen within a week; counts are of all time'],
      ['sluice releases list --query shop@2 --all --json', 'those whose version contains it'],
    ],
    options: [['--query <text>', 'part of the version']],
    filters: [
      ['--from <when>', 'last seen since: ISO time, or an age such as 24h'],
      ['--to <when>', 'first seen before'],
    ],
    operation: 'GET /api/0/projects/{org}/{project}/releases',
    columns: COLUMNS,
    empty: 'No releases.',
  });
