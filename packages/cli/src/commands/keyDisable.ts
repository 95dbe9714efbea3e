import { disableKey, listKeys, readIdPrefix } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { warnIfUnheard } from '../warnIfUnheard.js';
import { projectRef } from '../parse/projectRef.js';
import { theOnly } from '../parse/theOnly.js';

/** `sluice key disable <org>/<project> <key>`. */
export const keyDisable = (answer: AnswerWith): Command =>
  command('disable', 'Disable a key for good', [
    ['sluice key disable acme/shop 0123456789abcdef0123456789abcdef', 'its senders get 401 within 2 seconds'],
  ])
    .argument('<project>', 'written <org>/<project>')
    .argument('<key>', '32 hex digits, or the first 8 or more; of a server key what the list shows')
    .action((ref: string, key: string) => answer((context) => disableProjectKey(context, ref, key)));

/** Disables a key. */
async function disableProjectKey(context: CommandContext, text: string, name: string): Promise<Answer> {
  const ref = projectRef(text);
  const { key, disabledAt } = await disableKey(context.database(), ref, await wholeKey(context, ref, name));
  await warnIfUnheard(context);
  return {
    value: { ...ref, key, disabledAt: disabledAt?.toISOString() ?? null },
    human: () => `Disabled ${key}. Its senders get 401 within 2 seconds.`,
  };
}

/** The key that begins so; whatever cannot be the beginning of one is left for the refusal. */
async function wholeKey(context: CommandContext, ref: ReturnType<typeof projectRef>, given: string): Promise<string> {
  if (readIdPrefix(given) !== given || given.length === WHOLE) return given;
  const keys = (await listKeys(context.database(), ref)).map(({ key }) => key);
  return theOnly(
    'key',
    given,
    keys.filter((key) => key.startsWith(given)),
  );
}

/** Digits of a key. */
const WHOLE = 32;
