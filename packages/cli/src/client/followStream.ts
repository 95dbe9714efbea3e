import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from '../cliError.js';
import type { CommandContext } from '../context.js';
import type { ApiClient } from './apiClient.js';
import type { ApiRequest } from './apiRequest.js';
import { readEvents, type ServerEvent } from './readEvents.js';

/** Milliseconds without an event after which the connection counts as lost. The server sends one every 15 seconds. */
const SILENT_MS = 60_000;

/** Milliseconds before the next attempt: at first, and at most. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [500, 30_000];

/**
 * Returns the events of a stream until Ctrl-C. When the connection ends it connects again, after a longer wait each time until
 * an event arrives, with the id of the last event as `after`: the server goes on behind it.
 * @throws CliError if the first attempt fails, or the server refuses a later one
 */
export async function* followStream(
  client: ApiClient,
  request: ApiRequest,
  { signal, note }: Pick<CommandContext, 'signal' | 'note'>,
): AsyncGenerator<ServerEvent> {
  let after: string | undefined;
  let waitMs = FIRST_WAIT_MS;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const alive = keepAlive(signal);
    try {
      const query = { ...request.query, after };
      for await (const event of readEvents(await client.open({ ...request, query }, alive.signal))) {
        alive.renew();
        waitMs = FIRST_WAIT_MS;
        after = event.id ?? after;
        yield event;
      }
    } catch (error) {
      if (isOver()) return;
      if (after === undefined || isRefusal(error)) throw error;
      if (waitMs === FIRST_WAIT_MS) note(`The connection to ${client.target.url} was lost; connecting again.`);
    } finally {
      alive.end();
    }
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** Whether the server answered that it will not send the stream. Errors of a broken connection are no `CliError`. */
const isRefusal = (error: unknown): boolean => error instanceof CliError && error.code !== 'unreachable';

/** A signal that aborts with another one, or after a silence. */
function keepAlive(signal: AbortSignal) {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENT_MS);
  return {
    signal: AbortSignal.any([signal, silence.signal]),
    renew: () => void timer.refresh(),
    end: () => {
      clearTimeout(timer);
      silence.abort();
    },
  };
}
