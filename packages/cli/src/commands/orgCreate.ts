import { createOrganization } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { settingAssignments } from '../parse/settingAssignments.js';
import { ORGANIZATION_SETTINGS } from '../parse/settingNames.js';
import { SLUG_HELP } from '../parse/slug.js';
import { describeOrganization } from '../output/describeOrganization.js';

/** `sluice org create <org> [setting=value…]`. */
export const orgCreate = (answer: AnswerWith): Command =>
  command('create', 'Create an organization', [
    ['sluice org create acme', 'defaults: no limits, 30 days of retention'],
    ['sluice org create acme monthly.errors=50000 retentionDays=90', 'with other settings'],
  ])
    .argument('<org>', `slug: ${SLUG_HELP}`)
    .argument('[settings...]', 'as for `sluice org set`')
    .action((org: string, settings: string[]) => answer((context) => createOrg(context, org, settings)));

/** Creates an organization. */
async function createOrg(context: CommandContext, slug: string, settings: readonly string[] = []): Promise<Answer> {
  const patch = settingAssignments(settings, ORGANIZATION_SETTINGS);
  return describeOrganization(await createOrganization(context.database(), slug, patch));
}
