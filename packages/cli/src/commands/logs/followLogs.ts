import { clientOf, type CommandInput } from '../../client/clientCommand.js';
import { followStream } from '../../client/followStream.js';
import { listRequest, type ListSpec } from '../../client/listCommand.js';
import { readPages } from '../../client/readPages.js';
import type { ServerEvent } from '../../client/readEvents.js';
import { CliError, usageError } from '../../cliError.js';
import { messageIn } from '../../client/apiFailure.js';
import type { Answer, CommandContext } from '../../context.js';
import { printable, printableJson } from '../../output/printable.js';
import { text, wire, wires, type Wire } from '../../output/cells.js';
import { parseCount } from '../../parse/moment.js';
import { logLine } from './logLine.js';

/** Limits of the earlier logs of `--from`. */
const BOUNDS = { rows: 5_000, pages: 100 } as const;

/** Result of a command that already printed its lines. */
const SAID: Answer = { value: undefined, human: () => '' };

/**
 * Prints logs as they are stored, each once, until `--limit` or Ctrl-C. The server sends them, and goes on behind the last ones
 * after an interruption. With `--from`, earlier logs come first, oldest first. They are read when the stream is open: what is
 * stored meanwhile is in both and printed once.
 */
export async function followLogs(
  context: CommandContext,
  spec: ListSpec,
  given: Omit<CommandInput, 'now'>,
): Promise<Answer> {
  const { all, cursor, to, limit: most } = given.options;
  if (all !== undefined || cursor !== undefined || to !== undefined) {
    throw usageError('--follow cannot be combined with --to, --cursor or --all');
  }
  const limit = most === undefined ? Infinity : parseCount(most, 1, 1_000_000_000);
  const client = clientOf(context, given);
  const options = { ...given.options, limit: undefined };
  const { path, query = {} } = listRequest(spec, { arguments: [], options, now: context.clock() });
  const { from, ...filter } = query;
  const readEarlier = async (): Promise<readonly Wire[]> => {
    const { data, next } = await readPages(client, { path, query: { ...query, limit: '100' } }, BOUNDS);
    if (next !== null) context.warn(`more than ${BOUNDS.rows} earlier logs; older ones are skipped. Use more filters`);
    return data.toReversed();
  };
  let earlier: ReadonlySet<string> | undefined;
  let shown = 0;
  const print = (logs: readonly Wire[]): boolean => {
    for (const log of logs) {
      context.print(context.json ? printableJson(log) : logLine(log, context.style));
      shown += 1;
      if (shown >= limit) return true;
    }
    return false;
  };
  for await (const event of followStream(client, { path: [...path, 'tail'], query: filter }, context)) {
    if (earlier === undefined) {
      const logs = from === undefined ? [] : await readEarlier();
      earlier = new Set(logs.map(idOf));
      if (print(logs)) break;
    }
    const known = earlier;
    if (print(newLogs(event, context).filter((log) => !known.has(idOf(log))))) break;
  }
  return SAID;
}

const idOf = (log: Wire): string => text(log['id']);

/** Returns the logs of an event, and prints what else it reports. @throws CliError if the server ends the stream permanently */
function newLogs({ name, data }: ServerEvent, { note, warn }: CommandContext): readonly Wire[] {
  const body = wire(JSON.parse(data));
  if (name === 'end') throw new CliError('unauthorized', printable(messageIn(body) ?? 'The server ended the stream.'));
  if (name === 'delayed') note('Logs are held back by a transaction of the database that still runs.');
  if (body['truncated'] === true) {
    warn('logs are missing here: more were stored at once than the server sends. Use more filters');
  }
  return name === 'logs' ? wires(body['logs']) : [];
}
