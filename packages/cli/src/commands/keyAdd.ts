import { addKey } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { facts } from '../output/table.js';
import { projectRef } from '../parse/projectRef.js';
import { dsnOf } from '../place/dsn.js';

/** `sluice key add <org>/<project> [--label …]`. */
export const keyAdd = (answer: AnswerWith): Command =>
  command('add', 'Add a key to a project', [
    ['sluice key add acme/shop --label "iOS app"', 'a second key beside the first'],
  ])
    .argument('<project>', 'written <org>/<project>')
    .option('--label <text>', 'what the key is for', '')
    .action((ref: string, { label }: { label: string }) => answer((context) => addProjectKey(context, ref, label)));

/** Adds a key; the answer is `{ organization, project, key, label, dsn }`. */
async function addProjectKey(context: CommandContext, text: string, label: string): Promise<Answer> {
  const ref = projectRef(text);
  const { key } = await addKey(context.database(), ref, label);
  const dsn = dsnOf(key, context.place);
  return {
    value: { ...ref, key, label, dsn },
    human: (style) =>
      facts(
        [
          ['key', key],
          ['dsn', dsn],
        ],
        style,
      ),
  };
}
