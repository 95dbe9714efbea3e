import { wholeOrganization, type Database } from '@sluice/db';
import { runAll } from '@sluice/runtime';
import { groupBy } from '../groupBy.js';
import { appliesTo, type AlertRule, type AlertRules } from '../alertRule.js';
import type { FiringCandidate } from '../decide/firing.js';
import type { RecordedFiring } from '../sql/firings/recordFirings.js';
import { candidateOf } from '../decide/candidateOf.js';
import type { Drop, DropSearch } from '../drops/drop.js';
import { searchWindow, type DropTimes } from '../drops/searchWindow.js';
import { dropOf, DROPS } from '../drops/drops.js';
import { dropFacts } from '../sql/evaluation/dropFacts.js';
import { readDropProgress, storeDropProgress } from '../sql/evaluation/dropProgress.js';
import { watchCuts } from '../isOver.js';
import { recordByProject } from './recordByProject.js';
import { conditionsOf } from '../decide/ruleTargets.js';

/**
 * Evaluates conditions about drops and returns the firings that it added. Reads only what some rule needs. The occurrence of a drop is its
 * hour, day or month, so that a repeated evaluation, or another one at the same time, adds nothing.
 *
 * Invariant: everything that a search finds until its stored time is recorded, because the time is stored after the firings. What an
 * interrupted, failed or late call leaves out, the next one finds, for the last 48 hours. A search that fails does not prevent the others,
 * and each has its own time limit. Organizations with the fewest drops come first, so that one with many delays only itself.
 *
 * Rules of a project report its own drops; what concerns a whole organization is reported by rules of the organization.
 * `unmapped_release` is signaled by exceptions.
 *
 * @throws the first error of a search, after all searches
 */
export async function evaluateDrops(
  db: Database,
  rules: AlertRules,
  times: DropTimes,
): Promise<readonly RecordedFiring[]> {
  const asked = new Set<string>(
    rules.rules.flatMap((rule) => conditionsOf(rule, 'drops').flatMap(({ condition }) => condition.of)),
  );
  const searches = new Set(
    DROPS.flatMap(({ kind, search }) => (search !== undefined && asked.has(kind) ? [search] : [])),
  );
  const progress = await readDropProgress(db);
  const firings: RecordedFiring[] = [];
  const run = async (search: DropSearch): Promise<void> => {
    try {
      firings.push(...(await runSearch(db, rules, { times, search, untilMs: progress.get(search.name) })));
    } catch (error) {
      times.onFailure?.(search.name, error);
      throw error;
    }
  };
  await runAll([...searches].map((search) => () => run(search)));
  return firings;
}

interface SearchRun {
  readonly times: DropTimes;
  readonly search: DropSearch;
  /** Until when it has recorded what it found; `undefined`: it never ran. */
  readonly untilMs: number | undefined;
}

async function runSearch(
  db: Database,
  rules: AlertRules,
  { times, search, untilMs }: SearchRun,
): Promise<readonly RecordedFiring[]> {
  const found = await search.find(dropFacts(db), rules, searchWindow(times, untilMs));
  const firings: RecordedFiring[] = [];
  const { isOver, isCut } = watchCuts(times.startSearch?.() ?? (() => false));
  for (const { drops, organizationRules } of byOrganization(found.drops, rules)) {
    if (firings.length > 0 && isOver()) break;
    for (const aged of byAge(drops, times)) {
      const candidates = matchDrops(aged, organizationRules, { rules, nowMs: times.nowMs });
      firings.push(...(await recordByProject(db, candidates, { isOver })));
    }
  }
  if (found.untilMs !== undefined && !isCut()) await storeDropProgress(db, search.name, found.untilMs);
  return firings;
}

interface OrganizationDrops {
  readonly drops: readonly Drop[];
  /** Those about drops. */
  readonly organizationRules: readonly AlertRule[];
}

/** Groups drops by organization, the one with the fewest possible firings first. Organizations without a rule about drops are left out. */
function byOrganization(drops: readonly Drop[], rules: AlertRules): readonly OrganizationDrops[] {
  const aboutDrops = rules.rules.filter(({ conditions }) => conditions.some(({ kind }) => kind === 'drops'));
  const rulesOf = groupBy(aboutDrops, ({ organizationId }) => organizationId);
  const mostFirings = (one: OrganizationDrops): number => one.drops.length * one.organizationRules.length;
  return [...groupBy(drops, ({ organizationId }) => organizationId)]
    .map(([organizationId, own]) => ({ drops: own, organizationRules: rulesOf.get(organizationId) ?? [] }))
    .filter(({ organizationRules }) => organizationRules.length > 0)
    .sort((a, b) => mostFirings(a) - mostFirings(b));
}

/**
 * Divides drops into those of the present and the earlier ones, each the latest first. What is about the present is recorded first: a cool-down
 * does not suppress it because of what is over, and a message that lists ten of many lists it.
 */
const byAge = (drops: readonly Drop[], { nowMs }: DropTimes): readonly (readonly Drop[])[] => {
  const sorted = [...drops].sort((a, b) => b.lastMs - a.lastMs);
  return [sorted.filter(({ lastMs }) => lastMs >= nowMs), sorted.filter(({ lastMs }) => lastMs < nowMs)];
};

/** Returns the candidates of an organization's rules that ask for these drops and are not younger. Pure. */
function matchDrops(
  drops: readonly Drop[],
  organizationRules: readonly AlertRule[],
  { rules, nowMs }: { readonly rules: AlertRules; readonly nowMs: number },
): readonly FiringCandidate[] {
  return drops.flatMap((drop) =>
    organizationRules.flatMap((rule) => {
      const { kind, organizationId, projectId, what, occurrence, lastMs, details, isOngoing = false } = drop;
      if (isOngoing && lastMs < nowMs) return [];
      const applies = projectId === null ? rule.projectId === null : appliesTo(rule, projectId, organizationId);
      const target =
        applies && lastMs >= rule.countedSince.getTime()
          ? conditionsOf(rule, 'drops').find(({ condition }) => (condition.of as readonly string[]).includes(kind))
          : undefined;
      if (target === undefined) return [];
      const about = {
        projectId: projectId ?? wholeOrganization(organizationId),
        conditionIndex: target.conditionIndex,
        kind,
      };
      const fired = { ...about, subject: `drop:${kind}:${what}`, occurrence, state: 'notice', details } as const;
      const lasts = dropOf(kind)?.lasts === true && lastMs >= nowMs && !isOngoing;
      return [candidateOf(rule, { ...fired, lasts, isOngoing }, { rules, nowMs: Math.min(nowMs, lastMs) })];
    }),
  );
}
