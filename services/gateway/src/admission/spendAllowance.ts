import { certainlyNotExecuted, type Allowance, type SpendReply, type SpendRequest } from '@sluice/redis';
import { withTimeout } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';

/** A batch that its organization's ledger has decided. */
export type LedgerReply = Exclude<SpendReply, { readonly kind: 'no_ledger' }>;

/** Why there is no decision. `certain`: nothing was charged; otherwise something may have been. */
export interface SpendFailure {
  readonly kind: 'failed';
  readonly certain: boolean;
}

/** What spending needs. */
export interface SpendDeps {
  readonly allowance: Pick<Allowance, 'spend'>;
  /** Makes a missing ledger; rejects where Redis does not answer. */
  readonly seedLedger: (organizationId: string) => Promise<void>;
}

const PAUSE_MS = 50;

/**
 * Protocol 3.1, steps 4 and 5: one call for the whole batch. An ambiguous call is repeated under the same nonce, which
 * makes it idempotent, until `deadline` (of `performance.now()`); a call that certainly did nothing ends it at once.
 */
export async function spendAllowance(
  request: SpendRequest,
  { allowance, seedLedger }: SpendDeps,
  deadline: number,
): Promise<LedgerReply | SpendFailure> {
  let inDoubt = false;
  while (performance.now() < deadline) {
    try {
      const reply = await before(deadline, allowance.spend(request));
      if (reply.kind !== 'no_ledger') return reply;
      await before(deadline, seedLedger(request.organizationId)).catch((error: unknown) => {
        throw new LedgerSeedError(error);
      });
    } catch (error) {
      if (error instanceof LedgerSeedError) return { kind: 'failed', certain: !inDoubt };
      inDoubt ||= !certainlyNotExecuted(error);
      if (!inDoubt) return { kind: 'failed', certain: true };
      await delay(PAUSE_MS);
    }
  }
  return { kind: 'failed', certain: !inDoubt };
}

class LedgerSeedError extends Error {
  constructor(cause: unknown) {
    super('the ledger could not be created', { cause });
  }
}

/** Returns the result of `work`. @param deadline by `performance.now()` @throws TimeoutError at the deadline */
export const before = <T>(deadline: number, work: Promise<T>): Promise<T> =>
  withTimeout(work, deadline - performance.now());
