import { findOrganization, listProjects } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { projectValue } from '../output/describeProject.js';
import { table } from '../output/table.js';
import { momentText } from '../output/words.js';

/** `sluice project list [org]`. */
export const projectList = (answer: AnswerWith): Command =>
  command('list', 'List projects', [
    ['sluice project list', 'of all organizations'],
    ['sluice project list acme', 'of one'],
  ])
    .argument('[org]', 'slug of an organization')
    .action((org: string | undefined) => answer((context) => listAllProjects(context, org)));

/** Projects of one organization or of all. */
async function listAllProjects(context: CommandContext, organization: string | undefined): Promise<Answer> {
  const db = context.database();
  if (organization !== undefined) await findOrganization(db, organization);
  const projects = await listProjects(db, organization);
  return {
    value: projects.map(projectValue),
    human: (style) =>
      table(
        [{ title: 'PROJECT' }, { title: 'INGESTION' }, { title: 'CREATED' }],
        projects.map(({ organization: org, slug, settings, createdAt }) => [
          `${org}/${slug}`,
          settings.ingestion ? 'on' : 'off',
          momentText(createdAt),
        ]),
        style,
        'No projects. Create one: sluice project create <org>/<project>',
      ),
  };
}
