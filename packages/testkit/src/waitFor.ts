import { setTimeout as delay } from 'node:timers/promises';

/** Time limit of {@link waitFor}, and its message at the end. */
export interface WaitOptions {
  /** 20,000 when unset: two busy cores are slow, and only a test that fails waits for it. */
  readonly timeoutMs?: number;
  /** Pause between two looks; 20 when unset. */
  readonly everyMs?: number;
  /** Description of the condition, for the message. */
  readonly what?: string;
}

/** Results that mean "not yet". */
type NotYet = undefined | null | false;

/**
 * Looks again and again until `look` returns something (not `undefined`, `null` or `false`), and returns that. A look
 * that throws counts as "not yet"; the last error is the cause of the one thrown at the end of the time.
 */
export async function waitFor<T>(look: () => T | NotYet | Promise<T | NotYet>, options: WaitOptions = {}): Promise<T> {
  const { timeoutMs = 20_000, everyMs = 20, what = 'a condition' } = options;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    let cause: unknown;
    try {
      const seen = await look();
      if (seen !== undefined && seen !== null && seen !== false) return seen;
    } catch (error) {
      cause = error;
    }
    if (Date.now() >= deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}, which did not happen`, { cause });
    await delay(everyMs);
  }
}
