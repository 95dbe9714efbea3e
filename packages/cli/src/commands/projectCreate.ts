import { createProject } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { facts } from '../output/table.js';
import { projectRef } from '../parse/projectRef.js';
import { settingAssignments } from '../parse/settingAssignments.js';
import { PROJECT_SETTINGS } from '../parse/settingNames.js';
import { SLUG_HELP } from '../parse/slug.js';
import { dsnFacts, dsnsAt } from '../place/dsn.js';

/** `sluice project create <org>/<project> [setting=value…]`. */
export const projectCreate = (answer: AnswerWith): Command =>
  command('create', 'Create a project with its first key', [
    ['sluice project create acme/shop', 'prints the DSNs for SDKs of Sluice and of Sentry'],
    ['sluice project create acme/shop allowedDomains=shop.example', 'accept events from this host only'],
    ['sluice project create acme/shop --json | jq -r .dsn', 'only the DSN'],
  ])
    .argument('<project>', `<org>/<project>; each ${SLUG_HELP}`)
    .argument('[settings...]', 'as for `sluice project set`')
    .action((ref: string, settings: string[]) => answer((context) => createNewProject(context, ref, settings)));

/** Creates a project; the result is `{ organization, project, key, dsn, sentryDsn }`. */
async function createNewProject(
  context: CommandContext,
  text: string,
  settings: readonly string[] = [],
): Promise<Answer> {
  const ref = projectRef(text);
  const patch = settingAssignments(settings, PROJECT_SETTINGS);
  const { project, key } = await createProject(context.database(), ref, patch);
  const dsns = dsnsAt(key, context.place);
  return {
    value: { organization: project.organization, project: project.slug, key: key.key, ...dsns },
    human: (style) =>
      facts([['project', `${project.organization}/${project.slug}`], ['key', key.key], ...dsnFacts(dsns)], style),
  };
}
