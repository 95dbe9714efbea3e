import { hourOf, monthOf, POOLS, startOfHour, type DropKind } from '@sluice/contract';
import type { Database } from '../../connection/createDatabase.js';
import { listLosses } from '../../losses/listLosses.js';
import { monthTotals } from '../../usage/monthTotals.js';
import { appliesTo, type AlertRule, type AlertRules } from '../alertRule.js';
import type { FiringCandidate } from '../firing.js';
import type { RecordedFiring } from '../recordFirings.js';
import { candidateOf } from './candidateOf.js';
import {
  filterDrops,
  quotaDrops,
  rateLimitedDrops,
  refusedKeyDrops,
  refusedOriginDrops,
  silenceDrops,
  tokenDrops,
  type QuotaUse,
} from './decideDrops.js';
import type { Drop } from './drop.js';
import {
  readAcceptedHours,
  readExpiringTokens,
  readFilteredHours,
  readMonthlyLimits,
  readRateLimited,
  readRefusedDays,
  readRefusedKeyDays,
} from './readDropFacts.js';
import { recordByProject } from './recordByProject.js';
import { conditionsOf } from './ruleTargets.js';

/** Times of an evaluation of drops, milliseconds since 1970. */
export interface DropTimes {
  readonly nowMs: number;
  /** Events of all types that arrived before this time are stored: silence is known only then. */
  readonly settledMs: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Losses that are reported; a rule reports each once. */
const MOST_LOSSES = 100;

/** What is read for kinds of drops. */
type Search = (db: Database, rules: AlertRules, times: DropTimes) => Promise<readonly Drop[]>;

const SEARCHES: readonly (readonly [kinds: readonly DropKind[], search: Search])[] = [
  [['spike_cap', 'hourly_cap', 'byte_quota', 'backlog'], findRateLimited],
  [['filter'], findFilters],
  [['silence'], findSilence],
  [['refused_origin'], findRefusedOrigins],
  [['disabled_key'], findRefusedKeys],
  [['monthly_quota'], findQuotas],
  [['losses'], findLost],
  [['token_expiry'], findExpiring],
];

/**
 * Evaluates conditions about drops and returns the firings that it added. Reads only what a rule asks for, by one statement for
 * all projects, and for monthly quotas one for each organization that has one. The occurrence of a drop is its hour, day or
 * month, so that a repeated evaluation, or another one at the same time, adds nothing.
 *
 * Rules of a project report its own drops; what concerns a whole organization is reported by rules of the organization.
 * `unmapped_release` is signaled by exceptions.
 */
export async function evaluateDrops(
  db: Database,
  rules: AlertRules,
  times: DropTimes,
): Promise<readonly RecordedFiring[]> {
  const wanted = new Set(
    rules.rules.flatMap((rule) => conditionsOf(rule, 'drops').flatMap(({ condition }) => condition.of)),
  );
  const firings: RecordedFiring[] = [];
  for (const [kinds, search] of SEARCHES) {
    if (!kinds.some((kind) => wanted.has(kind))) continue;
    const drops = await search(db, rules, times);
    firings.push(...(await recordByProject(db, matchDrops(drops, rules, times))));
  }
  return firings;
}

/** Drops that are reported once, and stay true: what was suppressed is reported afterwards. */
const LASTING: readonly DropKind[] = ['monthly_quota', 'silence', 'token_expiry'];

/** Returns the candidates of all rules that ask for these drops. Pure. */
function matchDrops(drops: readonly Drop[], rules: AlertRules, { nowMs }: DropTimes): readonly FiringCandidate[] {
  const byOrganization = groupRules(rules);
  return drops.flatMap((drop) =>
    (byOrganization.get(drop.organizationId) ?? []).flatMap((rule) => {
      const { kind, organizationId, projectId, what, occurrence, details } = drop;
      const applies = projectId === null ? rule.projectId === null : appliesTo(rule, projectId, organizationId);
      const target = applies
        ? conditionsOf(rule, 'drops').find(({ condition }) => condition.of.includes(kind))
        : undefined;
      if (target === undefined) return [];
      const about = { projectId: projectId ?? `-${organizationId}`, conditionIndex: target.conditionIndex, kind };
      const fired = { ...about, subject: `drop:${kind}:${what}`, occurrence, state: 'notice', details } as const;
      return [candidateOf(rule, { ...fired, lasts: LASTING.includes(kind) }, { rules, nowMs })];
    }),
  );
}

/** The rules of each organization that are about drops. */
function groupRules({ rules }: AlertRules): ReadonlyMap<string, readonly AlertRule[]> {
  const groups = new Map<string, AlertRule[]>();
  for (const rule of rules) {
    if (!rule.conditions.some(({ kind }) => kind === 'drops')) continue;
    const group = groups.get(rule.organizationId);
    if (group === undefined) groups.set(rule.organizationId, [rule]);
    else group.push(rule);
  }
  return groups;
}

const hourStart = (ms: number): number => startOfHour(hourOf(ms));

/** The hour before, too: refusals are stored some seconds after they happen. */
async function findRateLimited(db: Database, rules: AlertRules, { nowMs }: DropTimes): Promise<readonly Drop[]> {
  return rateLimitedDrops(await readRateLimited(db, hourStart(nowMs) - HOUR_MS), rules.organizationOf);
}

/** How long the hour or day before is looked at, too: gateways store their counts some seconds late. */
const LATE_MS = 600_000;

/** Returns the start of the current period, and of the one before while it may still get counts. */
function openPeriods(nowMs: number, periodMs: number): readonly number[] {
  const startMs = nowMs - (nowMs % periodMs);
  return nowMs - startMs < LATE_MS ? [startMs - periodMs, startMs] : [startMs];
}

async function inEach(
  starts: readonly number[],
  find: (startMs: number) => Promise<readonly Drop[]>,
): Promise<readonly Drop[]> {
  const found: Drop[] = [];
  for (const startMs of starts) found.push(...(await find(startMs)));
  return found;
}

function findFilters(db: Database, rules: AlertRules, { nowMs }: DropTimes): Promise<readonly Drop[]> {
  return inEach(openPeriods(nowMs, HOUR_MS), async (hourMs) =>
    filterDrops(await readFilteredHours(db, hourMs), hourMs, rules.organizationOf),
  );
}

async function findSilence(db: Database, rules: AlertRules, { nowMs, settledMs }: DropTimes): Promise<readonly Drop[]> {
  const hourMs = hourStart(nowMs) - HOUR_MS;
  if (settledMs < hourMs + HOUR_MS) return [];
  return silenceDrops(await readAcceptedHours(db, hourMs), { hourMs, nowMs }, rules.organizationOf);
}

function findRefusedOrigins(db: Database, rules: AlertRules, { nowMs }: DropTimes): Promise<readonly Drop[]> {
  return inEach(openPeriods(nowMs, DAY_MS), async (dayMs) =>
    refusedOriginDrops(await readRefusedDays(db, dayMs), dayMs, rules.organizationOf),
  );
}

function findRefusedKeys(db: Database, rules: AlertRules, { nowMs }: DropTimes): Promise<readonly Drop[]> {
  return inEach(openPeriods(nowMs, DAY_MS), async (dayMs) =>
    refusedKeyDrops(await readRefusedKeyDays(db, dayMs), dayMs, rules.organizationOf),
  );
}

async function findQuotas(db: Database, _rules: AlertRules, { nowMs }: DropTimes): Promise<readonly Drop[]> {
  const month = monthOf(nowMs);
  const uses: QuotaUse[] = [];
  for (const { organizationId, monthly } of await readMonthlyLimits(db)) {
    const totals = await monthTotals(db, organizationId, month);
    for (const pool of POOLS) {
      const limit = monthly[pool] ?? null;
      if (limit !== null) uses.push({ organizationId, pool, count: totals[pool], limit, month });
    }
  }
  return quotaDrops(uses);
}

/** A loss is of the installation: every organization is told. */
async function findLost(db: Database, { rules }: AlertRules, { nowMs }: DropTimes): Promise<readonly Drop[]> {
  const losses = await listLosses(db, MOST_LOSSES, new Date(nowMs - DAY_MS));
  const organizations = new Set(rules.map(({ organizationId }) => organizationId));
  return [...organizations].flatMap((organizationId) =>
    losses.map(({ type, hour, lost }) => {
      const occurrence = new Date(startOfHour(hour)).toISOString();
      const about = { kind: 'losses', organizationId, projectId: null, what: type, occurrence } as const;
      return { ...about, details: { count: lost, type, hour: occurrence } };
    }),
  );
}

async function findExpiring(db: Database, _rules: AlertRules, { nowMs }: DropTimes): Promise<readonly Drop[]> {
  return tokenDrops(await readExpiringTokens(db, { fromMs: nowMs, toMs: nowMs + WEEK_MS }), nowMs);
}
