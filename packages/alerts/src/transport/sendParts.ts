import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';

/** Result of one part, or of all. */
export type Outcome = Omit<DeliveryOutcome, 'tookMs' | 'response'> & { readonly response: string };

/**
 * The parts of a message that are settled, which receivers take one by one: recipients of a mail, incidents of a platform. It lasts
 * from one attempt to the next, so that a repeated attempt sends only what is left.
 */
export interface DeliveryProgress {
  /** By the key of the part: `null` if it was accepted, or why it was refused permanently. */
  readonly settled: Readonly<Record<string, string | null>>;
  /** Stores that a part is settled. Resolves with false if another attempt has begun: then this one must send nothing more. */
  readonly settle: (key: string, refusal: string | null) => Promise<boolean>;
  /** Whether the only part is settled, too: what was accepted is counted, or others follow. Default: the result of the attempt says it. */
  readonly settlesOnlyPart?: boolean;
}

/** One request, or the mail to one recipient. */
export interface Part {
  /** The same in each attempt. */
  readonly key: string;
  readonly send: () => Promise<PartOutcome | 'stopped'>;
}

/** `isForAll`: the other parts would end in the same way, so they are not tried now. */
export type PartOutcome = Outcome & { readonly isForAll: boolean };

/** How parts are delivered. */
interface PartsContext {
  readonly progress: DeliveryProgress;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends the parts of a message that are not settled, in order. A part that is refused permanently stops no other: the message is sent if
 * any part was accepted and none is left, and its problem names the refusals. If each part was refused, the destination is dead unless
 * one of the refusals of this attempt was about the message. `'stopped'`: the result is not known, because `signal`
 * or another attempt ended this one.
 */
export async function sendParts(
  parts: readonly Part[],
  { progress, signal }: PartsContext,
): Promise<Outcome | 'stopped'> {
  const settled = new Map(Object.entries(progress.settled));
  const retries: Outcome[] = [];
  let scope: 'destination' | 'message' = 'destination';
  let last: Outcome = { result: 'sent', status: null, problem: null, response: '' };
  for (const { key, send } of parts) {
    if (settled.has(key)) continue;
    const outcome = signal?.aborted === true ? 'stopped' : await send();
    if (outcome === 'stopped') return 'stopped';
    const { isForAll, ...end } = outcome;
    if (end.result === 'dead' && isForAll) return end;
    if (end.result === 'retry') retries.push(end);
    if (end.result === 'retry' && isForAll) break;
    if (end.result === 'retry') continue;
    const refusal = end.result === 'sent' ? null : (end.problem ?? '');
    if (end.scope === 'message') scope = 'message';
    settled.set(key, refusal);
    if (refusal === null || last.status === null) last = end;
    const isSettled = parts.length > 1 || progress.settlesOnlyPart === true;
    if (isSettled && !(await progress.settle(key, refusal))) return 'stopped';
  }
  const refusals = parts.map(({ key }) => settled.get(key)).filter((refusal) => typeof refusal === 'string');
  if (retries.length > 0) return together(retries, refusals);
  if (refusals.length === 0) return last;
  const problem = joined(refusals);
  return refusals.length === parts.length
    ? { ...last, result: 'dead', scope, problem }
    : { ...last, result: 'sent', problem };
}

/** The next attempt begins after the longest wait that a receiver asked for. */
function together(retries: readonly Outcome[], refusals: readonly string[]): Outcome {
  const waits = retries.map(({ retryAfterMs = 0 }) => retryAfterMs);
  const [first] = retries;
  const { status = null, response = '' } = first ?? {};
  const longest = Math.max(...waits);
  return {
    result: 'retry',
    status,
    response,
    problem: joined([...retries.map(({ problem }) => problem ?? ''), ...refusals]),
    ...(longest > 0 ? { retryAfterMs: longest } : {}),
  };
}

const joined = (problems: readonly string[]): string => [...new Set(problems)].join('; ');
