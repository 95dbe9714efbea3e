import { KEY_KINDS, type KeyKind } from '@sluice/contract';
import { addKey } from '@sluice/db';
import { Option, type Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { facts } from '../output/table.js';
import { projectRef } from '../parse/projectRef.js';
import { dsnFacts, dsnsAt } from '../place/dsn.js';

/** `sluice key add <org>/<project> [--kind …] [--label …]`. */
export const keyAdd = (answer: AnswerWith): Command =>
  command('add', 'Add a key to a project', [
    ['sluice key add acme/shop --label "iOS app"', 'a second key'],
    ['sluice key add acme/shop --kind server --label api', 'a secret key for servers, shown only once'],
  ])
    .argument('<project>', '<org>/<project>')
    .addOption(
      new Option('--kind <kind>', 'public: for pages and apps; server: a secret, needs no allowed domain')
        .choices(KEY_KINDS)
        .default('public'),
    )
    .option('--label <text>', 'what the key is for', '')
    .action((ref: string, options: KeyOptions) => answer((context) => addProjectKey(context, ref, options)));

interface KeyOptions {
  readonly kind: KeyKind;
  readonly label: string;
}

/** Adds a key; the result is `{ organization, project, kind, key, label, dsn, sentryDsn }`. Only this output shows a server key. */
async function addProjectKey(context: CommandContext, text: string, { kind, label }: KeyOptions): Promise<Answer> {
  const ref = projectRef(text);
  const made = await addKey(context.database(), ref, { label, kind });
  const key = made.text;
  const dsns = dsnsAt({ ...made, key }, context.place);
  return {
    value: { ...ref, kind, key, label, ...dsns },
    human: (style) =>
      facts(
        [
          ['key', key],
          ...dsnFacts(dsns),
          ...(kind === 'server'
            ? ([['note', 'a secret, shown only now; SDKs of Sentry for JavaScript and Node cannot use it']] as const)
            : []),
        ],
        style,
      ),
  };
}
