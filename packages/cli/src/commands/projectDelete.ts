import { deleteProject } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { warnIfUnheard } from '../warnIfUnheard.js';
import { projectRef } from '../parse/projectRef.js';

/** `sluice project delete <org>/<project>`. */
export const projectDelete = (answer: AnswerWith): Command =>
  command('delete', 'Delete a project: keys stop working, events expire with retention', [
    ['sluice project delete acme/shop', 'without confirmation'],
  ])
    .argument('<project>', '<org>/<project>')
    .action((ref: string) => answer((context) => removeProject(context, ref)));

/** Deletes a project. */
async function removeProject(context: CommandContext, text: string): Promise<Answer> {
  const ref = projectRef(text);
  await deleteProject(context.database(), ref);
  await warnIfUnheard(context);
  return { value: { ...ref, deleted: true }, human: () => `Deleted ${text}. Its keys stop working within 2 seconds.` };
}
