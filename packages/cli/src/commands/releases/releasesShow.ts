import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { clientOf, onClient } from '../../client/clientCommand.js';
import { listBody } from '../../client/readPages.js';
import { sections } from '../../output/sections.js';
import { wireTable, type WireColumn } from '../../output/wireTable.js';
import { ISSUE_COLUMNS } from '../issues/issueColumns.js';
import { describeReleaseRow } from './describeReleaseRow.js';
import { readRelease } from './readRelease.js';

/** Maximum issues shown; the last seen. */
const MAX_ISSUES = 20;

/** Columns of the list of issues, marking those first seen in the release. */
const columnsFor = (version: string): readonly WireColumn[] => [
  { title: 'NEW', read: ({ firstRelease }) => (firstRelease === version ? 'new' : '') },
  ...ISSUE_COLUMNS.filter(({ title }) => title !== 'RELEASE'),
];

/** `sluice releases show <version>`. */
export const releasesShow = (answer: AnswerWith): Command =>
  onClient(
    {
      name: 'show',
      summary: 'Show a release: deploy, exceptions, issues seen in it',
      examples: [['sluice releases show shop@2.4.1', 'the exact version']],
      arguments: [['<version>', 'exactly the release that the SDK reports']],
    },
    (given) =>
      answer(async (context) => {
        const [version = ''] = given.arguments;
        const client = clientOf(context, given);
        const release = await readRelease(client, version);
        const query = { release: version, sort: 'lastSeen', limit: String(MAX_ISSUES) };
        const { data: issues } = listBody((await client.call({ path: ['issues'], query })).body);
        return {
          value: { ...release, issues },
          human: (style) =>
            sections(
              [
                ['', describeReleaseRow(release, style)],
                ['ISSUES SEEN IN IT', wireTable(columnsFor(version), issues, style)],
              ],
              style,
            ),
        };
      }),
  );
