import { isSeriesCondition } from '../conditions/conditions.js';
import { type Database, inTransaction, type Queryable, type Tx } from '@sluice/db';
import { appliesTo, type AlertRules } from '../alertRule.js';
import { type FiringCandidate } from '../decide/firing.js';
import { seriesId } from '@sluice/db';
import { recordFirings, type RecordedFiring } from '../sql/firings/recordFirings.js';
import { interleave } from '../decide/interleave.js';
import type { IsOver } from '../isOver.js';
import { endOf, readLastFiring } from '../sql/evaluation/lastFiring.js';
import { readEnabled } from '../sql/evaluation/readEnabled.js';
import { NEW_SERIES } from '../decide/seriesState.js';
import type { Ending } from '../words/details.js';
import {
  readFiringSeries,
  storeSeriesStates,
  type StoredSeries,
  type SubjectKey,
} from '../sql/evaluation/seriesStates.js';

/** The time of the call, milliseconds since 1970, and whether it is over. Default: never. */
interface EndTimes {
  readonly nowMs: number;
  readonly isOver?: IsOver;
}

interface Unwatched {
  readonly key: SubjectKey;
  readonly before: StoredSeries;
}

/**
 * Ends the series that fire although nothing watches them any more: their rule was deleted or disabled, or has another condition, or
 * their project was deleted. Returns the recoveries that were added. Projects are processed round robin, so that one with many endings does not
 * delay the others.
 * @param rules all rules: what none of them watches is ended
 *
 * Invariant: each firing has at most one end, a recovery or this one, and it goes to the destinations of the firing. The state of a series
 * says that it fires until the transaction that stores its end, so that none is missed, however and whenever its rule was changed.
 */
export async function endUnwatched(
  db: Database,
  rules: AlertRules,
  { nowMs, isOver = () => false }: EndTimes,
): Promise<readonly RecordedFiring[]> {
  const firing = await readFiringSeries(db);
  if (firing.length === 0) return [];
  const watchedSeries = seriesOf(rules);
  const unwatched = firing.filter(({ key, before }) => {
    const series = watchedSeries(key);
    const isWatched = series !== undefined && (before.series ?? series) === series;
    return !isWatched;
  });
  if (unwatched.length === 0) return [];
  const endingOf = await readEndings(db, unwatched, rules);
  const firings: RecordedFiring[] = [];
  for (const [index, one] of interleave(unwatched, ({ key }) => key.projectId).entries()) {
    if (index > 0 && isOver()) break;
    firings.push(...(await inTransaction(db, (tx) => endSeries(tx, one, { ending: endingOf(one.key), nowMs }))));
  }
  return firings;
}

/** Returns what a subject is watched as; `undefined`: it is not. Only what fires is looked up, however many rules there are. */
function seriesOf({ rules, organizationOf }: AlertRules): (key: SubjectKey) => string | undefined {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return ({ projectId, rule: { id }, subject }) => {
    const rule = byId.get(id);
    const organizationId = organizationOf.get(projectId);
    if (rule === undefined || organizationId === undefined || !appliesTo(rule, projectId, organizationId))
      return undefined;
    const index = Number(subject.split(':')[2]);
    const condition = rule.conditions[index];
    return condition !== undefined && isSeriesCondition(condition) ? seriesId(id, index, condition) : undefined;
  };
}

async function endSeries(
  tx: Tx,
  { key, before }: Unwatched,
  { ending, nowMs }: { readonly ending: Ending; readonly nowMs: number },
): Promise<readonly RecordedFiring[]> {
  const next = { ...NEW_SERIES, evaluatedMs: before.evaluatedMs };
  const change = { target: { ...key, series: before.series }, before, next, value: null };
  if ((await storeSeriesStates(tx, [change], nowMs)).length === 0) return [];
  const last = await readLastFiring(tx, key);
  if (last === undefined) return [];
  const { id, organizationId, kind, details, since } = last;
  const candidate: FiringCandidate = {
    projectId: key.projectId,
    organizationId,
    ruleId: key.rule.id,
    kind,
    subject: key.subject,
    occurrence: `${id}/ended`,
    state: 'recovered',
    suppressedBy: null,
    cooldownS: 0,
    ...endOf(last),
    conditionIndex: Number(details['conditionIndex']),
    details: { value: null, since, condition: details['condition'], ended: ending },
  };
  return recordFirings(tx, key.projectId, [candidate]);
}

async function readEndings(
  db: Queryable,
  unwatched: readonly Unwatched[],
  { organizationOf }: AlertRules,
): Promise<(key: SubjectKey) => Ending> {
  const enabled = await readEnabled(
    db,
    unwatched.map(({ key }) => key.rule.id),
  );
  return ({ rule, projectId }) => {
    if (!organizationOf.has(projectId)) return 'deleted with its project';
    const isEnabled = enabled.get(rule.id);
    if (isEnabled === undefined) return 'deleted';
    return isEnabled ? 'changed' : 'disabled';
  };
}
