import { EVENT_TYPES, hourOf } from '@sluice/contract';
import type { Database } from '@sluice/db';
import type { DepthReader } from '@sluice/queues';
import type { Allowance } from '@sluice/redis';
import type { Clock, Logger } from '@sluice/runtime';
import { completeSeed } from './completeSeed.js';
import { drainedThrough } from './drainedThrough.js';
import { reanchorMonths } from './reanchorMonths.js';
import { pauseAfter } from './pauseAfter.js';
import { rollUpRefusals, type RolledUp } from './rollUpRefusals.js';

/** Dependencies of the task. */
export interface LedgerDeps {
  readonly db: Database;
  readonly allowance: Allowance;
  readonly depth: DepthReader;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Setting `DRAINED_AFTER_MINUTES`, in milliseconds. */
  readonly drainedAfterMs: number;
}

/** Progress for one organization, so that a pass repeats no work. If it is lost, work is repeated; no count changes. */
interface LedgerProgress {
  readonly rolledUp: RolledUp;
  /**
   * `<epoch>/<hour>` of the last attempt to re-anchor. A refused attempt is repeated in the next hour at the earliest.
   */
  readonly anchored: string;
  /** Time of the next pass over it, milliseconds since 1970. */
  readonly dueAt: number;
}

/** Ledgers processed in parallel. */
const CONCURRENCY = 8;

/** Hours that the spend script reads: the current one, the two before it, and one for clock differences. */
const LIVE_HOURS = 3;

/**
 * Returns a function that makes one pass over all ledgers. The order for each ledger matters: refusals are stored
 * before their hours may be dropped, a provisional ledger is seeded before it is anchored, and permissions are dropped
 * only for anchored hours, because a month is computed from the hours after its anchor. A failure of one organization
 * does not stop the others; it is thrown at the end of the pass.
 */
export function createLedgerTask(deps: LedgerDeps): (signal: AbortSignal) => Promise<void> {
  let kept = new Map<string, LedgerProgress>();
  const warnOfOldAnchor = createAnchorWarning(deps.logger);
  return async (signal) => {
    const now = deps.clock();
    // Depths before totals: events that are not in a queue now are stored by the time the totals are read.
    const depths = await Promise.all(EVENT_TYPES.map((type) => deps.depth.read(type)));
    const throughHour = drainedThrough(depths, now, deps.drainedAfterMs);
    warnOfOldAnchor(now, throughHour);
    const organizations = await deps.allowance.organizations();
    const next = new Map<string, LedgerProgress>();
    const failures: unknown[] = [];
    const keep = async (id: string): Promise<void> => {
      const last = kept.get(id);
      try {
        const isResting = last !== undefined && now < last.dueAt;
        const done = isResting ? last : await maintainLedger(deps, id, { last, now, throughHour });
        if (done !== undefined) next.set(id, done);
      } catch (error) {
        failures.push(error);
        if (last !== undefined) next.set(id, last);
      }
    };
    for (let index = 0; index < organizations.length && !signal.aborted; index += CONCURRENCY) {
      await Promise.all(organizations.slice(index, index + CONCURRENCY).map(keep));
    }
    if (!signal.aborted) kept = next;
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ledgers could not be processed`);
  };
}

async function maintainLedger(
  { db, allowance, clock }: LedgerDeps,
  organizationId: string,
  facts: { readonly last: LedgerProgress | undefined; readonly now: number; readonly throughHour: number },
): Promise<LedgerProgress | undefined> {
  const asked = clock();
  const ledger = await allowance.readLedger(organizationId);
  if (ledger === undefined) return undefined;
  const { last, now, throughHour } = facts;
  const dueAt = now + pauseAfter(clock() - asked);
  const liveHour = hourOf(now) - LIVE_HOURS;
  const rolledUp = await rollUpRefusals(db, ledger, hourOf(now), last?.rolledUp);
  if ([...ledger.refusals, ...ledger.entries].some(({ hour }) => hour < liveHour)) {
    await allowance.forgetRefusals(organizationId, ledger.epoch, liveHour);
  }
  if (ledger.provisional) {
    await completeSeed(db, allowance, organizationId, { ledger, now });
    return { rolledUp, anchored: '', dueAt };
  }
  const anchored = `${ledger.epoch}/${throughHour}`;
  if (last?.anchored !== anchored && (await reanchorMonths(db, allowance, organizationId, { ledger, throughHour }))) {
    await allowance.forget(organizationId, ledger.epoch, Math.min(throughHour + 1, liveHour));
  }
  return { rolledUp, anchored, dueAt };
}

/** Warns once an hour: a job that no worker finishes prevents re-anchoring of every month, and ledgers grow. */
function createAnchorWarning(logger: Logger): (now: number, throughHour: number) => void {
  let warnedIn: number | undefined;
  return (now, throughHour) => {
    const hour = hourOf(now);
    const hoursBehind = hour - 1 - throughHour;
    if (hoursBehind <= LIVE_HOURS || warnedIn === hour) return;
    warnedIn = hour;
    logger.warn({ hoursBehind }, 'old job still queued; monthly totals not recalculated');
  };
}
