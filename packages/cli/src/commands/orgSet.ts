import { findOrganization, updateOrganization } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { warnIfUnheard } from '../warnIfUnheard.js';
import { describeOrganization } from '../output/describeOrganization.js';
import { settingAssignments } from '../parse/settingAssignments.js';
import { ORGANIZATION_SETTINGS } from '../parse/settingNames.js';

/** `sluice org set <org> [setting=value…]`. */
export const orgSet = (answer: AnswerWith): Command =>
  command('set', "Change an organization's settings, or show them", [
    ['sluice org set acme', 'show the settings'],
    ['sluice org set acme monthly.spans=1000000 sourceMaps=off', 'limit spans per month, refuse source maps'],
    ['sluice org set acme monthly.spans=none', 'remove the limit'],
  ])
    .argument('<org>', 'slug of the organization')
    .argument('[settings...]', `<setting>=<value>: ${[...ORGANIZATION_SETTINGS.keys()].join(', ')}`)
    .action((org: string, settings: string[]) => answer((context) => setOrg(context, org, settings)));

/** Changes the given settings and returns all settings. */
async function setOrg(context: CommandContext, slug: string, settings: readonly string[]): Promise<Answer> {
  const patch = settingAssignments(settings, ORGANIZATION_SETTINGS);
  const db = context.database();
  const organization =
    settings.length === 0 ? await findOrganization(db, slug) : await updateOrganization(db, slug, patch);
  if (settings.length > 0) await warnIfUnheard(context);
  return describeOrganization(organization);
}
