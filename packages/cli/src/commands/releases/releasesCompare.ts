import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { requestCommand } from '../../client/clientCommand.js';
import { number, text, wire, type Wire } from '../../output/cells.js';
import { wireTable, type WireColumn } from '../../output/wireTable.js';

const ratio = (value: unknown): string => (typeof value === 'number' ? value.toFixed(3) : '-');

/** What is compared, and how it is printed. */
const ROWS: readonly (readonly [title: string, read: (facts: Wire) => string])[] = [
  ['hours', ({ hours }) => number(hours)],
  ['exceptions', ({ exceptions }) => number(exceptions)],
  ['exceptions per hour', ({ exceptionsPerHour }) => ratio(exceptionsPerHour)],
  ['visits', ({ visits }) => number(visits)],
  ['exceptions per visit', ({ exceptionsPerVisit }) => ratio(exceptionsPerVisit)],
  ['new issues', ({ newIssues }) => number(newIssues)],
  ['regressed issues', ({ regressedIssues }) => number(regressedIssues)],
];

/** `sluice releases compare <version>`. */
export const releasesCompare = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'compare',
    summary: 'Compare a release with the previous one, over equally long times',
    examples: [['sluice releases compare shop@2.4.1', 'with the version before it']],
    arguments: [['<version>', 'exactly the release that the SDK reports']],
    request: ({ arguments: [version = ''] }) => ({ path: ['releases', version, 'comparison'] }),
    human: (answered, style) => {
      const [release, previous] = [wire(answered['release']), wire(answered['previous'])];
      const hasPrevious = previous['version'] !== undefined;
      const column = (name: 'release' | 'previous', facts: Wire): WireColumn => ({
        title: text(facts['version'], 40),
        align: 'right',
        read: (row) => text(row[name]),
      });
      const columns: readonly WireColumn[] = [
        { title: '', read: ({ title }) => text(title) },
        column('release', release),
        ...(hasPrevious ? [column('previous', previous)] : []),
      ];
      const rows = ROWS.map(([title, read]) => ({ title, release: read(release), previous: read(previous) }));
      return wireTable(columns, rows, style);
    },
  });
