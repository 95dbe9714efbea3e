import { findProject, listKeys } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { describeProject } from '../output/describeProject.js';
import { projectRef } from '../parse/projectRef.js';

/** `sluice project show <org>/<project>`. */
export const projectShow = (answer: AnswerWith): Command =>
  command('show', 'Show a project: settings, keys, DSN', [['sluice project show acme/shop', 'settings, keys and DSN']])
    .argument('<project>', '<org>/<project>')
    .action((ref: string) => answer((context) => showProject(context, ref)));

/** Shows a project with its settings and enabled keys. */
async function showProject(context: CommandContext, text: string): Promise<Answer> {
  const ref = projectRef(text);
  const db = context.database();
  const project = await findProject(db, ref);
  return describeProject(context, project, await listKeys(db, ref));
}
