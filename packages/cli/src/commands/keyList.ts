import { NO_DSNS } from '@sluice/contract';
import { listKeys, type ProjectKey } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { table } from '../output/table.js';
import { momentText } from '../output/words.js';
import { projectRef } from '../parse/projectRef.js';
import { dsnsAt } from '../place/dsn.js';

/** `sluice key list <org>/<project>`. */
export const keyList = (answer: AnswerWith): Command =>
  command('list', 'List the keys of a project', [
    ['sluice key list acme/shop', 'including disabled ones; server keys are shortened'],
  ])
    .argument('<project>', '<org>/<project>')
    .action((ref: string) => answer((context) => listProjectKeys(context, ref)));

/** All keys of a project. */
async function listProjectKeys(context: CommandContext, text: string): Promise<Answer> {
  const keys = await listKeys(context.database(), projectRef(text));
  return {
    value: keys.map((one) => keyValue(one, context)),
    human: (style) =>
      table(
        [{ title: 'KEY' }, { title: 'KIND' }, { title: 'LABEL' }, { title: 'STATE' }, { title: 'CREATED' }],
        keys.map(({ kind, key, label, createdAt, disabledAt }) => [
          kind === 'public' ? key : `${key}…`,
          kind,
          label,
          disabledAt === null ? 'enabled' : `disabled ${momentText(disabledAt)}`,
          momentText(createdAt),
        ]),
        style,
        'No keys. Add one: sluice key add <org>/<project>',
      ),
  };
}

/** A key as printed by `--json`. */
const keyValue = (one: ProjectKey, { place }: CommandContext): object => ({
  kind: one.kind,
  key: one.key,
  label: one.label,
  ...(one.kind === 'public' ? dsnsAt(one, place) : NO_DSNS),
  createdAt: one.createdAt.toISOString(),
  disabledAt: one.disabledAt?.toISOString() ?? null,
});
