import { listKeys } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { table } from '../output/table.js';
import { momentText } from '../output/words.js';
import { projectRef } from '../parse/projectRef.js';
import { dsnOf } from '../place/dsn.js';

/** `sluice key list <org>/<project>`. */
export const keyList = (answer: AnswerWith): Command =>
  command('list', 'List the keys of a project', [['sluice key list acme/shop', 'disabled ones included']])
    .argument('<project>', 'written <org>/<project>')
    .action((ref: string) => answer((context) => listProjectKeys(context, ref)));

/** All keys of a project. */
async function listProjectKeys(context: CommandContext, text: string): Promise<Answer> {
  const keys = await listKeys(context.database(), projectRef(text));
  return {
    value: keys.map(({ key, label, createdAt, disabledAt }) => ({
      key,
      label,
      dsn: dsnOf(key, context.place),
      createdAt: createdAt.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
    })),
    human: (style) =>
      table(
        [{ title: 'KEY' }, { title: 'LABEL' }, { title: 'STATE' }, { title: 'CREATED' }],
        keys.map(({ key, label, createdAt, disabledAt }) => [
          key,
          label,
          disabledAt === null ? 'works' : `disabled ${momentText(disabledAt)}`,
          momentText(createdAt),
        ]),
        style,
        'No key. Add one: sluice key add <org>/<project>',
      ),
  };
}
