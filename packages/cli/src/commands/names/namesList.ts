import { findProject } from '@sluice/db';
import { listNames } from '../../sql/listNames.js';
import type { Command } from 'commander';
import { choiceArgument } from '../../choice.js';
import { command, type AnswerWith } from '../../cli.js';
import type { Answer, CommandContext } from '../../context.js';
import { table } from '../../output/table.js';
import { momentText } from '../../output/words.js';
import { parseCount, readMoments } from '../../parse/moment.js';
import { projectRef } from '../../parse/projectRef.js';
import { NAME_KIND, nameKind } from './nameKind.js';

interface ListOptions {
  readonly match?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

/** `sluice names list`. */
export const namesList = (answer: AnswerWith): Command =>
  command('list', 'List the names of a project, newest first', [
    ['sluice names list acme/shop metric', 'metrics that have series'],
    ["sluice names list acme/shop release --match 'x-*'", 'releases that begin with x-'],
  ])
    .argument('<project>', '<org>/<project>')
    .addArgument(choiceArgument('<kind>', NAME_KIND))
    .option('--match <pattern>', 'only names that match; * is any text')
    .option('--from <when>', 'last used since, to half a day: ISO time, or an age such as 24h')
    .option('--to <when>', 'first seen before')
    .option('--limit <count>', 'maximum number of rows', '100')
    .action((ref: string, kind: string, options: ListOptions) =>
      answer((context) => listAll(context, ref, kind, options)),
    );

/** Lists names with their first and last use. */
async function listAll(context: CommandContext, ref: string, text: string, options: ListOptions): Promise<Answer> {
  const kind = nameKind(text);
  const db = context.database();
  const { id } = await findProject(db, projectRef(ref));
  const range = readMoments(options, context.clock());
  const found = await listNames(
    db,
    id,
    { kind, match: options.match, ...range },
    parseCount(options.limit, 1, 100_000),
  );
  return {
    value: found.map(({ name, firstSeen, lastUsed }) => ({
      kind,
      name,
      firstSeen: firstSeen.toISOString(),
      lastUsed: lastUsed.toISOString(),
    })),
    human: (style) =>
      table(
        [{ title: 'NAME' }, { title: 'FIRST SEEN' }, { title: 'LAST USED' }],
        found.map(({ name, firstSeen, lastUsed }) => [name, momentText(firstSeen), momentText(lastUsed)]),
        style,
        `No ${kind} of this name.`,
      ),
  };
}
