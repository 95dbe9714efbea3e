import { disableKey } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { warnIfUnheard } from '../warnIfUnheard.js';
import { projectRef } from '../parse/projectRef.js';

/** `sluice key disable <org>/<project> <key>`. */
export const keyDisable = (answer: AnswerWith): Command =>
  command('disable', 'Disable a key for good', [
    ['sluice key disable acme/shop 0123456789abcdef0123456789abcdef', 'its senders get 401 within 2 seconds'],
  ])
    .argument('<project>', 'written <org>/<project>')
    .argument('<key>', '32 hex digits')
    .action((ref: string, key: string) => answer((context) => disableProjectKey(context, ref, key)));

/** Disables a key. */
async function disableProjectKey(context: CommandContext, text: string, name: string): Promise<Answer> {
  const ref = projectRef(text);
  const { key, disabledAt } = await disableKey(context.database(), ref, name);
  await warnIfUnheard(context);
  return {
    value: { ...ref, key, disabledAt: disabledAt?.toISOString() ?? null },
    human: () => `Disabled ${key}. Its senders get 401 within 2 seconds.`,
  };
}
