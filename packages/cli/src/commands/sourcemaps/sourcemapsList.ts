import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { listCommand } from '../../client/listCommand.js';
import type { RowOf } from '../../client/operation.js';
import { moment, number, text, texts } from '../../output/cells.js';
import { idColumn, numeric, type WireColumn } from '../../output/wireTable.js';

const COLUMNS: readonly WireColumn<RowOf<'GET /api/0/projects/{org}/{project}/sourcemaps'>>[] = [
  idColumn('MAP'),
  { title: 'RELEASE', read: ({ release }) => text(release, 40) },
  { title: 'FILENAME', read: ({ filename }) => text(filename) },
  { title: 'DEBUG ID', read: ({ debugId }) => text(debugId) },
  numeric('BYTES', ({ size }) => number(size)),
  { title: 'UPLOADED', read: ({ uploadedAt }) => moment(uploadedAt) },
  { title: 'PROBLEMS', read: ({ problems }) => text(texts(problems).join(' '), 80) },
];

/** `sluice sourcemaps list`. */
export const sourcemapsList = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List uploaded source maps, latest first',
    examples: [
      ['sluice sourcemaps list --release shop@2.4.1', 'those of a release'],
      ['sluice sourcemaps list --filename assets/ --all --json', 'of all releases, with digests'],
    ],
    options: [
      ['--release <version>', 'only this release'],
      ['--filename <text>', 'part of the filename'],
      ['--debug-id <uuid>', 'only this debug id'],
    ],
    filters: [
      ['--from <when>', 'uploaded since: ISO time, or an age such as 24h'],
      ['--to <when>', 'uploaded before'],
    ],
    operation: 'GET /api/0/projects/{org}/{project}/sourcemaps',
    columns: COLUMNS,
    empty: 'No source maps.',
  });
