import { setTimeout as delay } from 'node:timers/promises';
import { clientOf, type CommandInput } from '../../client/clientCommand.js';
import { listRequest, type ListSpec } from '../../client/listCommand.js';
import { readPages, type ListBody } from '../../client/readPages.js';
import { usageError } from '../../cliError.js';
import type { Answer, CommandContext } from '../../context.js';
import { printableJson } from '../../output/printable.js';
import { text, type Wire } from '../../output/cells.js';
import { parseCount } from '../../parse/moment.js';
import { logLine } from './logLine.js';

/** Milliseconds between polls. */
const PAUSE_MS = 1_000;
/** Overlap of polls in milliseconds: a log becomes readable some time after it arrived. */
const OVERLAP_MS = 30_000;
/** Limits of one poll. */
const BOUNDS = { rows: 5_000, pages: 100 } as const;

/**
 * Prints logs as they become readable, each once, oldest first, until `--limit` or Ctrl-C. Every poll reads what arrived in the
 * last half minute by the clock of the server. A log that becomes readable later is not shown.
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
  const { fromMs, serverNow, look } = await beginning(context, spec, given);
  const seen = new Map<string, number>();
  let shown = 0;
  for (let from = fromMs; !context.signal.aborted; from = Math.max(from, serverNow() - OVERLAP_MS)) {
    // Logs that arrived before the poll's start are not read again.
    for (const [id, at] of seen) if (at < from) seen.delete(id);
    const { data, next } = await look(from);
    if (next !== null)
      context.warn(`more than ${BOUNDS.rows} logs in one poll; older ones are skipped. Use more filters`);
    for (const log of [...data].reverse()) {
      if (seen.has(text(log['id']))) continue;
      seen.set(text(log['id']), arrivalOf(log));
      context.print(context.json ? printableJson(log) : logLine(log, context.style));
      shown += 1;
      if (shown >= limit) return SAID;
    }
    await delay(PAUSE_MS, undefined, { signal: context.signal }).catch(() => undefined);
  }
  return SAID;
}

/** Result of a command that already printed its lines. */
const SAID: Answer = { value: undefined, human: () => '' };
const NONE: ListBody = { data: [], next: null, scannedTo: null };

interface Beginning {
  /** Start of the first poll: `--from`, or now. */
  readonly fromMs: number;
  /** The clock of the server, which sets arrival times. */
  readonly serverNow: () => number;
  /** Reads logs that arrived since a time, newest first; none if interrupted. */
  readonly look: (fromMs: number) => Promise<ListBody>;
}

async function beginning(
  context: CommandContext,
  spec: ListSpec,
  given: Omit<CommandInput, 'now'>,
): Promise<Beginning> {
  const client = clientOf(context, given);
  const options = { ...given.options, limit: undefined };
  const { path, query } = listRequest(spec, { arguments: [], options, now: context.clock() });
  const { serverMs = context.clock() } = await client.call({ path, query: { limit: '1' } });
  const ahead = serverMs - context.clock();
  const look = (from: number): Promise<ListBody> => {
    const since = { ...query, from: new Date(from).toISOString(), limit: '100' };
    return readPages(client, { path, query: since }, BOUNDS).catch((error: unknown) => {
      if (context.signal.aborted) return NONE;
      throw error;
    });
  };
  const asked = query?.['from'];
  return {
    fromMs: asked === undefined ? serverMs : Date.parse(asked),
    serverNow: () => context.clock() + ahead,
    look,
  };
}

/** A log without a valid arrival time is remembered indefinitely. */
function arrivalOf(log: Wire): number {
  const ms = Date.parse(text(log['receivedAt']));
  return Number.isNaN(ms) ? Infinity : ms;
}
