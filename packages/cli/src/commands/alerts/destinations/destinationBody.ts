import { AUDIENCES } from '@sluice/contract';
import { choice } from '../../../choice.js';
import { usageError } from '../../../cliError.js';
import type { CommandInput, Flag } from '../../../client/clientCommand.js';
import type { OptionNames } from '../../../client/nameOptions.js';
import { parseCount } from '../../../parse/moment.js';
import { readInput, readObject } from '../readInput.js';

const MAX_HOURLY = 1_000;
const MAX_THREAD = 2_147_483_647;

/** Options that set the fields of a destination. Secrets are read from files, because other users can read command lines. */
export const DESTINATION_FLAGS: readonly Flag[] = [
  ['--audience <audience>', choice(AUDIENCES)],
  ['--address <email...>', 'for email'],
  ['--chat <chat>', 'for telegram: id or @name of the chat'],
  ['--thread <id>', 'for telegram: thread of a group'],
  ['--server <url>', 'for ntfy, opsgenie, pagerduty and telegram, if not the default'],
  ['--topic <topic>', 'for ntfy'],
  ['--secret-file <file>', 'file with the URL, token or key; - is stdin'],
  ['--hourly-limit <messages>', 'messages per hour; more become one digest (30)'],
  ['--quiet <hours>', "such as 'Europe/Berlin 22:00-07:00' or 'Europe/Berlin 22:00-07:00 1,2,3,4,5', or none"],
  ['--file <file>', 'JSON object with fields of the API; - is stdin. Options replace its fields'],
];

/** Which of {@link DESTINATION_FLAGS} sets a field. */
export const DESTINATION_FIELDS: OptionNames = [
  ['config.audience', '--audience'],
  ['config.addresses', '--address'],
  ['config.chatId', '--chat'],
  ['config.threadId', '--thread'],
  ['config.server', '--server'],
  ['config.topic', '--topic'],
  ['secrets.url', '--secret-file', 'URL'],
  ['secrets.token', '--secret-file', 'token or key'],
  ['hourlyLimit', '--hourly-limit'],
  ['quietHours', '--quiet'],
];

/** Returns the body of a request that sets the given fields of a destination. @throws CliError */
export function destinationBody({ options, lists = {} }: CommandInput): Readonly<Record<string, unknown>> {
  const { hourlyLimit, quiet, secretFile, file } = options;
  const config = configOf(options, lists);
  return {
    ...readObject(file),
    ...(config === undefined ? {} : { config }),
    ...(secretFile === undefined ? {} : { secrets: secretsOf(readInput(secretFile)) }),
    ...(hourlyLimit === undefined ? {} : { hourlyLimit: parseCount(hourlyLimit, 1, MAX_HOURLY) }),
    ...(quiet === undefined ? {} : { quietHours: quietHoursOf(quiet) }),
  };
}

/** `undefined` if none is given. */
function configOf(
  { audience, chat, thread, server, topic }: CommandInput['options'],
  { address }: NonNullable<CommandInput['lists']>,
): object | undefined {
  const given = {
    ...(audience === undefined ? {} : { audience }),
    ...(address === undefined ? {} : { addresses: address }),
    ...(chat === undefined ? {} : { chatId: chat }),
    ...(thread === undefined ? {} : { threadId: parseCount(thread, 1, MAX_THREAD) }),
    ...(server === undefined ? {} : { server }),
    ...(topic === undefined ? {} : { topic }),
  };
  return Object.keys(given).length === 0 ? undefined : given;
}

/** A URL is the URL of the destination, anything else its token or key. */
function secretsOf(content: string): object {
  const secret = content.trim();
  if (secret === '' || /\s/.test(secret))
    throw usageError('--secret-file: the file must contain one URL, token or key');
  return /^https?:\/\//.test(secret) ? { url: secret } : { token: secret };
}

const QUIET = /^(\S+) (\d\d:\d\d)-(\d\d:\d\d)(?: ([1-7](?:,[1-7])*))?$/;

function quietHoursOf(given: string): object | null {
  if (given === 'none') return null;
  const [, timeZone, from, to, days] = QUIET.exec(given.trim()) ?? [];
  if (timeZone === undefined) {
    throw usageError(`--quiet "${given}": write none, or a time zone and times: 'Europe/Berlin 22:00-07:00'`);
  }
  return { timeZone, from, to, ...(days === undefined ? {} : { days: days.split(',').map(Number) }) };
}
