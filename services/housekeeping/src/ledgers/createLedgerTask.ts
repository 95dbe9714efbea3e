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

/** What the ledgers' care needs. */
export interface LedgerDeps {
  readonly db: Database;
  readonly allowance: Allowance;
  readonly depth: DepthReader;
  readonly clock: Clock;
  readonly logger: Logger;
  /** See `drainedAfterMinutes` of the settings, in milliseconds. */
  readonly drainedAfterMs: number;
}

/** What was done for one organization, so that a pass repeats nothing. Losing it costs work, never a count. */
interface LedgerProgress {
  readonly rolledUp: RolledUp;
  /** `<epoch>/<hour>` of the last attempt to anchor: what was refused then is refused until the hour moves on. */
  readonly anchored: string;
  /** When it is looked at again, milliseconds since 1970. */
  readonly dueAt: number;
}

/** Ledgers worked on at a time. */
const CONCURRENCY = 8;

/** Hours the spend script still looks at: the current one and the two before it, and one more for a clock that is off. */
const LIVE_HOURS = 3;

/**
 * Makes the pass over all ledgers, to be run again and again. The order for each ledger matters: refusals are rolled
 * up before their hours may be forgotten, a provisional ledger is seeded before it is anchored, and permissions are only
 * forgotten for anchored hours, for a month is computed from the hours after its anchor. One organization's failure does
 * not keep the others waiting; it is thrown at the end of the pass.
 */
export function createLedgerTask(deps: LedgerDeps): (signal: AbortSignal) => Promise<void> {
  let kept = new Map<string, LedgerProgress>();
  const warnOfOldAnchor = createAnchorWarning(deps.logger);
  return async (signal) => {
    const now = deps.clock();
    // Depths before totals: what is not in a queue now has been stored by the time the totals are read.
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
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ledgers could not be kept`);
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
  if (ledger.refusals.some(({ hour }) => hour < liveHour)) {
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

/** Once an hour: a job that no worker finishes holds every month's anchor back, and ledgers grow meanwhile. */
function createAnchorWarning(logger: Logger): (now: number, throughHour: number) => void {
  let warnedIn: number | undefined;
  return (now, throughHour) => {
    const hour = hourOf(now);
    const hoursBehind = hour - 1 - throughHour;
    if (hoursBehind <= LIVE_HOURS || warnedIn === hour) return;
    warnedIn = hour;
    logger.warn(
      { hoursBehind },
      'a queue holds a job of hours ago: months are not re-anchored and permissions are kept until it is stored',
    );
  };
}
