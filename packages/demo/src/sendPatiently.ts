import type { Tally } from '@sluice/contract';
import type { DemoBatch, Sent } from './sendBatch.js';
import { SendError } from './sendError.js';

/** What sending needs. */
export interface PatientDeps {
  /** Sends a batch once. @throws SendError if there is no answer in time, or the key is unknown */
  readonly send: (batch: DemoBatch) => Promise<Sent>;
  /** Waits for this many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
  /** Says why it waits. */
  readonly note: (text: string) => void;
}

/** Waits between attempts, in milliseconds, unless the service says how long; the last one is repeated. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** Attempts that fail in a row before sending ends: some ten minutes. */
const MOST_ATTEMPTS = 25;

/**
 * Sends a batch until the service takes it: again after the time that it names, or after longer and longer waits if it answers
 * 429 or 5xx or not at all. Every attempt sends the same bytes, so that a batch which was accepted without an answer counts once.
 * @returns its tally; `undefined` if an earlier attempt was accepted
 * @throws SendError if the service refuses the batch, or takes nothing for some ten minutes
 */
export async function sendPatiently(batch: DemoBatch, { send, wait, note }: PatientDeps): Promise<Tally | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await attemptOnce(send, batch);
    if ('tally' in answer) return answer.tally;
    if (answer.status === 202) return undefined;
    const isPassing = answer.status === 0 || answer.status === 429 || answer.status >= 500;
    if (!isPassing || attempt + 1 === MOST_ATTEMPTS) {
      throw new SendError('failed', `A batch was rejected: ${describe(answer)}`);
    }
    const waitMs = answer.retryAfterMs ?? WAITS_MS[attempt] ?? WAITS_MS.at(-1) ?? 0;
    note(`${describe(answer)} Trying again in ${Math.ceil(waitMs / 1_000)} s.`);
    await wait(waitMs);
  }
}

const describe = ({ status, message }: { readonly status: number; readonly message: string }): string =>
  status === 0 ? message : `${status} ${message}`;

async function attemptOnce(send: PatientDeps['send'], batch: DemoBatch): Promise<Sent> {
  try {
    return await send(batch);
  } catch (error) {
    if (!(error instanceof SendError) || error.code !== 'unreachable') throw error;
    return { status: 0, message: error.message };
  }
}
