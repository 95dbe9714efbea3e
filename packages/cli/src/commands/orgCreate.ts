import { OPERATOR } from '@sluice/contract';
import { createOrganization } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { settingAssignments } from '../parse/settingAssignments.js';
import { ORGANIZATION_SETTINGS } from '../parse/settingNames.js';
import { SLUG_HELP } from '../parse/slug.js';
import { describeOrganization } from '../output/describeOrganization.js';
import { getEnabledUser } from './user/getEnabledUser.js';

interface CreateOptions {
  readonly owner?: string;
}

/** `sluice org create <org> [setting=value…] [--owner …]`. */
export const orgCreate = (answer: AnswerWith): Command =>
  command('create', 'Create an organization', [
    ['sluice org create acme', 'defaults: no limits, 30 days of retention'],
    ['sluice org create acme --owner ada@example.com', 'for a user who has an account'],
    ['sluice org create acme monthly.errors=50000 retentionDays=90', 'with other settings'],
  ])
    .argument('<org>', `slug: ${SLUG_HELP}`)
    .argument('[settings...]', 'as for `sluice org set`')
    .option('--owner <email>', 'user who becomes its owner')
    .action((org: string, settings: string[], options: CreateOptions) =>
      answer((context) => createOrg(context, org, settings, options)),
    );

async function createOrg(
  context: CommandContext,
  slug: string,
  settings: readonly string[],
  { owner }: CreateOptions,
): Promise<Answer> {
  const patch = settingAssignments(settings, ORGANIZATION_SETTINGS);
  const db = context.database();
  const ownerId = owner === undefined ? undefined : (await getEnabledUser(db, owner)).id;
  return describeOrganization(await createOrganization(db, slug, patch, { actor: OPERATOR, ownerId }));
}
