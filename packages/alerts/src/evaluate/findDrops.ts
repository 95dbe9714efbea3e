import { hourOf, monthOf, POOLS, startOfHour, type DropKind } from '@sluice/contract';
import { type Database, listLosses, monthTotals } from '@sluice/db';
import type { AlertRules } from '../decide/alertRule.js';
import {
  filterDrops,
  lossDrops,
  quotaDrops,
  rateLimitedDrops,
  refusedKeyDrops,
  refusedOriginDrops,
  silenceDrops,
  tokenDrops,
  type QuotaUse,
} from '../decide/decideDrops.js';
import type { Drop } from '../decide/drop.js';
import { countedFrom, lastHour, lateBefore, periodsOf, type DropLook } from '../decide/dropLook.js';
import {
  readAcceptedHours,
  readExpiringTokens,
  readFilteredHours,
  readFilteringProjects,
  readMonthlyLimits,
  readRateLimited,
  readRefusedDays,
  readRefusedKeyDays,
} from '../sql/evaluation/readDropFacts.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Losses of one evaluation: more than all types have in the hours that it looks back to. */
const MOST_LOSSES = 1_000;

/** What a search found. */
interface FoundDrops {
  readonly drops: readonly Drop[];
  /** Until when everything was looked at, milliseconds since 1970; `undefined`: it cannot be known yet. */
  readonly untilMs: number | undefined;
}

type Find = (db: Database, rules: AlertRules, look: DropLook) => Promise<FoundDrops>;

/** What is read for kinds of drops. */
export interface DropSearch {
  /** Under which its progress is stored: never changed. */
  readonly name: string;
  readonly kinds: readonly DropKind[];
  readonly find: Find;
}

/** All searches. Each reads all projects by one statement for a period, but monthly quotas one for each organization that has one. */
export const DROP_SEARCHES: readonly DropSearch[] = [
  { name: 'rate_limited', kinds: ['spike_cap', 'hourly_cap', 'byte_quota', 'backlog'], find: findRateLimited },
  { name: 'filters', kinds: ['filter'], find: findFilters },
  { name: 'silence', kinds: ['silence'], find: findSilence },
  { name: 'refused_origins', kinds: ['refused_origin'], find: findRefusedOrigins },
  { name: 'refused_keys', kinds: ['disabled_key'], find: findRefusedKeys },
  { name: 'monthly_quotas', kinds: ['monthly_quota'], find: findQuotas },
  { name: 'losses', kinds: ['losses'], find: findLost },
  { name: 'expiring_tokens', kinds: ['token_expiry'], find: findExpiring },
];

/** The hour before, too: refusals are stored some seconds after they happen. */
async function findRateLimited(db: Database, rules: AlertRules, look: DropLook): Promise<FoundDrops> {
  const fromMs = Math.min(lastHour(look.nowMs), startOfHour(hourOf(countedFrom(look))));
  return {
    drops: rateLimitedDrops(await readRateLimited(db, fromMs), rules.organizationOf),
    untilMs: look.nowMs,
  };
}

async function findFilters(db: Database, { organizationOf }: AlertRules, look: DropLook): Promise<FoundDrops> {
  const drops: Drop[] = [];
  for (const [hourMs, projectIds] of await readFilteringProjects(db, startOfHour(hourOf(countedFrom(look)))))
    drops.push(...filterDrops(await readFilteredHours(db, hourMs, projectIds), hourMs, organizationOf));
  return { drops, untilMs: look.nowMs };
}

/** Returns what is found in each day that may have got counts. */
async function inDays(look: DropLook, find: (dayMs: number) => Promise<readonly Drop[]>): Promise<FoundDrops> {
  const drops: Drop[] = [];
  for (const dayMs of periodsOf(countedFrom(look), look.nowMs, DAY_MS)) drops.push(...(await find(dayMs)));
  return { drops, untilMs: look.nowMs };
}

function findRefusedOrigins(db: Database, { organizationOf }: AlertRules, look: DropLook): Promise<FoundDrops> {
  return inDays(look, async (dayMs) => refusedOriginDrops(await readRefusedDays(db, dayMs), dayMs, organizationOf));
}

function findRefusedKeys(db: Database, { organizationOf }: AlertRules, look: DropLook): Promise<FoundDrops> {
  return inDays(look, async (dayMs) => refusedKeyDrops(await readRefusedKeyDays(db, dayMs), dayMs, organizationOf));
}

/**
 * Looks at the last hour, and at those that no evaluation has looked at: a project may send in one hour of a day only. Events since then end
 * a silence, whatever hour it is found in.
 */
async function findSilence(db: Database, { organizationOf }: AlertRules, look: DropLook): Promise<FoundDrops> {
  const { nowMs, settledMs, sinceMs } = look;
  const lastMs = lastHour(nowMs);
  if (settledMs < lastMs + HOUR_MS) return { drops: [], untilMs: undefined };
  const drops: Drop[] = [];
  for (const hourMs of periodsOf(Math.min(sinceMs, lastMs), lastMs, HOUR_MS))
    drops.push(...silenceDrops(await readAcceptedHours(db, hourMs), { hourMs, nowMs }, organizationOf));
  return { drops, untilMs: lastMs + HOUR_MS };
}

/** The month before, too, until it is settled: its last events may have reached a quota. */
async function findQuotas(db: Database, _rules: AlertRules, look: DropLook): Promise<FoundDrops> {
  const { nowMs, settledMs, sinceMs } = look;
  const months = new Set([monthOf(nowMs), monthOf(lateBefore(sinceMs))]);
  const uses: QuotaUse[] = [];
  for (const { organizationId, monthly } of await readMonthlyLimits(db)) {
    for (const month of months) {
      const totals = await monthTotals(db, organizationId, month);
      for (const pool of POOLS) {
        const limit = monthly[pool] ?? null;
        if (limit !== null) uses.push({ organizationId, pool, count: totals[pool], limit, month });
      }
    }
  }
  return { drops: quotaDrops(uses), untilMs: Math.max(sinceMs, Math.min(nowMs, settledMs)) };
}

/** A loss concerns the installation: every organization is told. Another machine's clock says when it was found, hence the hour of overlap. */
async function findLost(db: Database, { rules }: AlertRules, { nowMs, sinceMs }: DropLook): Promise<FoundDrops> {
  const losses = await listLosses(db, MOST_LOSSES, new Date(sinceMs - HOUR_MS));
  const organizations = new Set(rules.map(({ organizationId }) => organizationId));
  const drops = [...organizations].flatMap((organizationId) => lossDrops(losses, organizationId));
  return { drops, untilMs: nowMs };
}

/** Those that expired since, too: their last notice may not have been given. */
async function findExpiring(db: Database, _rules: AlertRules, { nowMs, sinceMs }: DropLook): Promise<FoundDrops> {
  const tokens = await readExpiringTokens(db, { fromMs: sinceMs, toMs: nowMs + WEEK_MS });
  return { drops: tokenDrops(tokens, nowMs), untilMs: nowMs };
}
