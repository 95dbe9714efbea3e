import { findProject } from '@sluice/db';
import { listNames, type RemovableKind } from '../../sql/listNames.js';
import { removeNames } from '../../sql/removeNames.js';
import type { Command } from 'commander';
import { choiceArgument } from '../../choice.js';
import { command, type AnswerWith } from '../../cli.js';
import { usageError } from '../../cliError.js';
import type { Answer, CommandContext } from '../../context.js';
import { plural } from '../../output/words.js';
import { projectRef } from '../../parse/projectRef.js';
import { NAME_KIND, nameKind } from './nameKind.js';

interface RemoveOptions {
  readonly match?: string;
  readonly dryRun?: boolean;
}

/** Maximum names per run. */
const MOST = 10_000;

/** `sluice names remove`. */
export const namesRemove = (answer: AnswerWith): Command =>
  command('remove', 'Remove names and everything derived from them; events stay', [
    ['sluice names remove acme/shop metric lcp_typo', 'one metric with its series'],
    ["sluice names remove acme/shop metric --match 'x-*' --dry-run", 'list what a pattern matches'],
    ["sluice names remove acme/shop release --match 'forged-*'", 'releases without source maps'],
  ])
    .argument('<project>', '<org>/<project>')
    .addArgument(choiceArgument('<kind>', NAME_KIND))
    .argument('[name...]', 'exact names')
    .option('--match <pattern>', 'also names that match; * is any text')
    .option('--dry-run', 'only list what would be removed')
    .action((ref: string, kind: string, words: string[], options: RemoveOptions) =>
      answer((context) => remove(context, { ref, kind: nameKind(kind), words, options })),
    );

interface RemoveRequest {
  readonly ref: string;
  readonly kind: RemovableKind;
  readonly words: readonly string[];
  readonly options: RemoveOptions;
}

/** Removes the names; the result is `{ kind, removed, kept, dryRun }`. */
async function remove(context: CommandContext, { ref, kind, words, options }: RemoveRequest): Promise<Answer> {
  if (words.length === 0 && options.match === undefined) {
    throw usageError('give names, or --match with a pattern');
  }
  const db = context.database();
  const { id } = await findProject(db, projectRef(ref));
  const found = await listNames(db, id, { kind, names: words, match: options.match }, MOST);
  const names = found.map(({ name }) => name);
  const dryRun = options.dryRun === true;
  const { removed, kept } = dryRun ? { removed: names, kept: [] } : await removeNames(db, id, kind, names);
  return {
    value: { kind, removed, kept, dryRun },
    human: () => {
      const keeps = kept.length === 0 ? '' : ` Kept, because they have source maps: ${kept.join(', ')}.`;
      const verb = dryRun ? 'Would remove' : 'Removed';
      const list = removed.length === 0 || removed.length > 20 ? '' : `: ${removed.join(', ')}`;
      return `${verb} ${plural(removed.length, kind)}${list}.${keeps}`;
    },
  };
}
