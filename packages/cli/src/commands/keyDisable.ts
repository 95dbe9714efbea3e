import { disableKey, listKeys, type ProjectKey } from '@sluice/db';
import { readIdPrefix } from '@sluice/reading';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import { usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { momentText } from '../output/words.js';
import { warnIfUnheard } from '../warnIfUnheard.js';
import { projectRef } from '../parse/projectRef.js';
import { theOnly } from '../parse/theOnly.js';

/** `sluice key disable <org>/<project> <key>`. */
export const keyDisable = (answer: AnswerWith): Command =>
  command('disable', 'Disable a key permanently', [
    ['sluice key disable acme/shop 0123456789abcdef0123456789abcdef', 'events sent with it get 401 within 2 s'],
  ])
    .argument('<project>', '<org>/<project>')
    .argument('<key>', '32 hex digits, or at least the first 8; of a server key, what key list shows')
    .action((ref: string, key: string) => answer((context) => disableProjectKey(context, ref, key)));

/** Disables a key. */
async function disableProjectKey(context: CommandContext, text: string, name: string): Promise<Answer> {
  const ref = projectRef(text);
  const known = await listKeys(context.database(), ref);
  const { key, disabledAt } = await disableKey(context.database(), ref, wholeKey(known, name.toLowerCase()));
  const before = known.find((one) => one.key === key)?.disabledAt ?? null;
  if (before === null) await warnIfUnheard(context);
  return {
    value: { ...ref, key, disabledAt: disabledAt?.toISOString() ?? null },
    human: () =>
      before === null
        ? `Disabled ${key}. Events sent with it get 401 within 2 seconds.`
        : `${key} was already disabled at ${momentText(before)}. Nothing changed.`,
  };
}

/** Finds the key that starts with the given text; other text is passed on and refused later. */
function wholeKey(known: readonly ProjectKey[], given: string): string {
  if (/^[0-9a-f]{1,7}$/.test(given)) {
    throw usageError(`"${given}" is too short: give at least the first 8 digits of the key`);
  }
  if (readIdPrefix(given) !== given || given.length === WHOLE) return given;
  const found = known.map(({ key }) => key).filter((key) => key.startsWith(given));
  return theOnly('key', given, found);
}

/** Number of digits of a key. */
const WHOLE = 32;
