import { listOrganizations } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { organizationValue } from '../output/describeOrganization.js';
import { table } from '../output/table.js';
import { countText, momentText } from '../output/words.js';

/** `sluice org list`. */
export const orgList = (answer: AnswerWith): Command =>
  command('list', 'List the organizations', [['sluice org list', 'all of them']]).action(() => answer(listOrgs));

/** All organizations with their settings. */
async function listOrgs(context: CommandContext): Promise<Answer> {
  const organizations = await listOrganizations(context.database());
  const limit = (count: number | null): string => (count === null ? '-' : countText(count));
  return {
    value: organizations.map(organizationValue),
    human: (style) =>
      table(
        [
          { title: 'ORGANIZATION' },
          { title: 'RETENTION', align: 'right' },
          { title: 'ERRORS/MONTH', align: 'right' },
          { title: 'LOGS', align: 'right' },
          { title: 'SPANS', align: 'right' },
          { title: 'METRICS', align: 'right' },
          { title: 'REPLAYS', align: 'right' },
          { title: 'CREATED' },
        ],
        organizations.map(({ slug, settings: { monthly, retentionDays }, createdAt }) => [
          slug,
          `${retentionDays} d`,
          ...[monthly.errors, monthly.logs, monthly.spans, monthly.metrics, monthly.replays].map(limit),
          momentText(createdAt),
        ]),
        style,
        'No organizations. Create one: sluice org create <org>',
      ),
  };
}
