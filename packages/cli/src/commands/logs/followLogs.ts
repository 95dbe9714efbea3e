import { setTimeout as delay } from 'node:timers/promises';
import { clientOf, type Given } from '../../client/clientCommand.js';
import { listRequest, type ListSpec } from '../../client/listCommand.js';
import { readPages, type ListBody } from '../../client/readPages.js';
import { usageError } from '../../cliError.js';
import type { Answer, CommandContext } from '../../context.js';
import { printableJson } from '../../output/printable.js';
import { text, type Wire } from '../../output/cells.js';
import { parseCount } from '../../parse/moment.js';
import { logLine } from './logLine.js';

/** Milliseconds between two looks. */
const PAUSE_MS = 1_000;
/** How far each look goes back, milliseconds: a log is readable some time after it arrived. */
const OVERLAP_MS = 30_000;
/** What one look reads at most. */
const BOUNDS = { rows: 5_000, pages: 100 } as const;

/**
 * Prints logs as they become readable, each once, oldest first, until `--limit` or Ctrl-C. Every look reads what arrived
 * in the last half minute of the server's clock: one that becomes readable later than that is not shown.
 */
export async function followLogs(context: CommandContext, spec: ListSpec, given: Omit<Given, 'now'>): Promise<Answer> {
  const { all, cursor, to, limit: most } = given.options;
  if (all !== undefined || cursor !== undefined || to !== undefined) {
    throw usageError('--follow goes on from now: it takes no --to, --cursor or --all');
  }
  const limit = most === undefined ? Infinity : parseCount(most, 1, 1_000_000_000);
  const { fromMs, serverNow, look } = await beginning(context, spec, given);
  const seen = new Map<string, number>();
  let shown = 0;
  for (let from = fromMs; !context.signal.aborted; from = Math.max(from, serverNow() - OVERLAP_MS)) {
    // What arrived before the look's beginning is never read again.
    for (const [id, at] of seen) if (at < from) seen.delete(id);
    const { data, next } = await look(from);
    if (next !== null) context.warn(`more than ${BOUNDS.rows} logs at once: older ones are skipped. Narrow the search`);
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

/** Everything was printed line by line. */
const SAID: Answer = { value: undefined, human: () => '' };
const NONE: ListBody = { data: [], next: null, scannedTo: null };

interface Beginning {
  /** Arrival of the first logs that are shown: `--from`, or now. */
  readonly fromMs: number;
  /** The server's clock, which arrivals are told by. */
  readonly serverNow: () => number;
  /** Reads what arrived from a moment on, newest first; nothing when it was interrupted. */
  readonly look: (fromMs: number) => Promise<ListBody>;
}

async function beginning(context: CommandContext, spec: ListSpec, given: Omit<Given, 'now'>): Promise<Beginning> {
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

/** A log without a readable arrival is kept in mind for good. */
function arrivalOf(log: Wire): number {
  const ms = Date.parse(text(log['receivedAt']));
  return Number.isNaN(ms) ? Infinity : ms;
}
