import { MINUTE_MS, startOfMinute, type EventType } from '@sluice/contract';
import { type Database, groupByShard, inTransaction, type Tx } from '@sluice/db';
import type { AlertRules } from '../alertRule.js';
import type { FiringCandidate } from '../decide/firing.js';
import { readClock } from '../sql/readClock.js';
import type { IsOver } from '../isOver.js';
import { recordFirings, type RecordedFiring } from '../sql/firings/recordFirings.js';
import { isCooling } from '../decide/isCooling.js';
import { candidateOf, suppressionOf } from '../decide/candidateOf.js';
import { seriesKind } from '../conditions/conditions.js';
import { judgeMinute } from '../decide/judgeMinute.js';
import { crowdedWindows, type CrowdedWindow } from '../sql/evaluation/compactMinutes.js';
import { endOf, readLastFiring } from '../sql/evaluation/lastFiring.js';
import { readWindows } from '../sql/evaluation/readWindows.js';
import {
  advance,
  dueMinute,
  isFiring,
  MOST_CATCH_UP_MINUTES,
  NEW_SERIES,
  type SeriesState,
  type SeriesStep,
} from '../decide/seriesState.js';
import {
  readSeriesStates,
  storeSeriesStates,
  type SeriesChange,
  type StoredSeries,
} from '../sql/evaluation/seriesStates.js';
import { seriesTargets, type SeriesTarget } from '../decide/seriesTarget.js';

/** Times of an evaluation, milliseconds since 1970. */
export interface SeriesTimes {
  readonly nowMs: number;
  /** Events of a type that arrived before this time are stored. Default: those older than a minute. */
  readonly settledBefore?: (type: EventType) => number;
  /** Whether further work should be left to a later call. Default: never. */
  readonly isOver?: IsOver;
  /** Gets the windows that were slow to sum: see {@link compactMinutes}. */
  readonly onCrowded?: (windows: readonly CrowdedWindow[]) => void;
}

/** A minute is evaluated this long after its end at the earliest. */
const LINGER_MS = 10_000;

/** Default age of events that are stored. */
const SETTLED_MS = MINUTE_MS;

/** Workers read what they watch every ten seconds. */
const WATCHED_AFTER_MS = 20_000;

/** Series of one statement that stores states. */
const BATCH = 5_000;

type Report = NonNullable<SeriesStep['reports']> | 'unsuppressed';
interface Change extends SeriesChange {
  readonly target: SeriesTarget;
  readonly before: StoredSeries;
  readonly endMs: number;
  readonly reports?: Report;
}

/**
 * Evaluates all conditions about series for the minutes that are over, in order, and returns the firings that it added. A minute
 * that cannot be judged yet is judged by a later call, and those after it wait. See {@link judgeMinute} and {@link advance}.
 *
 * The states of a project's series and what they report are stored in one transaction, and only if no other process has
 * evaluated the minute: a call that is interrupted, or runs twice, reports a change once and loses none. So does one that evaluates
 * a part of the rules or projects only, or ends because its time is over: each series remembers its last minute. A firing that a
 * mute, a maintenance window or the cool-down suppressed is reported once it is over, if the comparison still holds. What fires and
 * is no longer watched is ended by `endUnwatched`, and is not evaluated before that.
 */
export async function evaluateSeries(
  db: Database,
  rules: AlertRules,
  times: SeriesTimes,
): Promise<readonly RecordedFiring[]> {
  const { nowMs, isOver = () => false } = times;
  let targets = seriesTargets(rules);
  const firings: RecordedFiring[] = [];
  for (let round = 0; round < MOST_CATCH_UP_MINUTES && targets.length > 0; round += 1) {
    if (round > 0 && isOver()) break;
    const changes = await judgeNext(db, targets, { ...times, rules });
    firings.push(...(await record(db, changes, { rules, nowMs, isOver })));
    targets = changes.filter(({ endMs }) => endMs < lastMinute(times)).map(({ target }) => target);
  }
  return firings;
}

/** End of the last minute that is over. */
const lastMinute = ({ nowMs }: SeriesTimes): number => startOfMinute(nowMs - LINGER_MS);

/** Returns the series whose next minute can be judged, with their next states. */
async function judgeNext(
  db: Database,
  targets: readonly SeriesTarget[],
  { nowMs, rules, onCrowded, settledBefore = () => nowMs - SETTLED_MS }: SeriesTimes & Recording,
): Promise<readonly Change[]> {
  const lastMs = lastMinute({ nowMs });
  const states = await readSeriesStates(db, targets);
  const due = targets.flatMap((target, index) => {
    const before = states[index];
    if (before === undefined) return [];
    const current = stateFor(target, before);
    const endMs = current === undefined ? undefined : dueMinute(current, lastMs, target.rule.countedSince.getTime());
    return current === undefined || endMs === undefined ? [] : [{ target, before, current, endMs }];
  });
  const windows = await readWindows(db, due);
  onCrowded?.(crowdedWindows(due, windows));
  // The cool-down is measured by the clock that wrote its beginning.
  const clockMs = due.some(({ before }) => isOwed(before)) ? await readClock(db) : nowMs;
  return due.flatMap(({ target, before, current, endMs }, index) => {
    const counts = windows[index];
    if (counts === undefined) return [];
    const { condition, rule } = target;
    const countedSinceMs = rule.countedSince.getTime() + WATCHED_AFTER_MS;
    const judged = judgeMinute(condition, counts, {
      endMs,
      settledMs: settledBefore(seriesKind(condition).eventType),
      countedSinceMs,
    });
    if (judged === 'wait') return [];
    const step = advance(current, { endMs, verdict: judged.verdict, forMinutes: condition.forMinutes });
    const change = { target, before, endMs, value: judged.value, ...step };
    const isLate =
      judged.verdict === true &&
      step.reports === undefined &&
      isOwed(before) &&
      !isSuppressed(target, before, { rules, nowMs: endMs - 1, clockMs });
    return [isLate ? { ...change, reports: 'unsuppressed' } : change];
  });
}

/** The state of a target. Another condition's is not: it begins anew, or is `undefined` until what fires is ended. */
function stateFor({ series }: SeriesTarget, before: StoredSeries): SeriesState | undefined {
  if (before.series === null || before.series === series) return before;
  return isFiring(before) ? undefined : { ...NEW_SERIES, evaluatedMs: before.evaluatedMs };
}

/** Whether a series fires and this was not reported. */
const isOwed = (series: StoredSeries): boolean => !series.isNotified && isFiring(series);

const isSuppressed = (
  { rule, projectId }: SeriesTarget,
  { notifiedMs }: StoredSeries,
  { clockMs, ...decision }: Recording & { readonly clockMs: number },
): boolean => suppressionOf(rule, projectId, decision) !== null || isCooling(notifiedMs, clockMs, rule.cooldownS);

interface Recording {
  readonly rules: AlertRules;
  readonly nowMs: number;
}

/** Stores states: those of projects with something to report each in a transaction, the others together. */
async function record(
  db: Database,
  changes: readonly Change[],
  recording: Recording & { readonly isOver: IsOver },
): Promise<readonly RecordedFiring[]> {
  const reporting = new Set(
    changes.flatMap(({ reports, target }) => (reports === undefined ? [] : [target.projectId])),
  );
  const quiet = changes.filter(({ target }) => !reporting.has(target.projectId));
  for (let from = 0; from < quiet.length; from += BATCH) {
    const batch = quiet.slice(from, from + BATCH);
    for (const { items } of await groupByShard(db, batch, ({ target }) => target.projectId))
      await inTransaction(db, (tx) => storeSeriesStates(tx, items, recording.nowMs));
  }
  const firings: RecordedFiring[] = [];
  let isFirst = true;
  for (const projectId of reporting) {
    if (!isFirst && recording.isOver()) break;
    isFirst = false;
    const own = changes.filter(({ target }) => target.projectId === projectId);
    firings.push(...(await inTransaction(db, (tx) => recordProject(tx, own, recording))));
  }
  return firings;
}

async function recordProject(
  tx: Tx,
  changes: readonly Change[],
  recording: Recording,
): Promise<readonly RecordedFiring[]> {
  const stored = new Set<SeriesChange>(await storeSeriesStates(tx, changes, recording.nowMs));
  const candidates: FiringCandidate[] = [];
  for (const change of changes) {
    const { target, reports, before, next } = change;
    if (reports === undefined || !stored.has(change)) continue;
    const last = reports === 'firing' ? undefined : await readLastFiring(tx, target);
    const since = reports === 'firing' ? sinceOf(next) : (last?.since ?? sinceOf(before));
    const candidate = toCandidate(change, { reports, since }, recording);
    candidates.push(reports === 'recovered' && last !== undefined ? { ...candidate, ...endOf(last) } : candidate);
  }
  const projectId = changes[0]?.target.projectId;
  return projectId === undefined ? [] : recordFirings(tx, projectId, candidates);
}

const sinceOf = ({ sinceMs }: SeriesState): string | null =>
  sinceMs === null ? null : new Date(sinceMs).toISOString();

const toCandidate = (
  { target, value, endMs }: Change,
  { reports, since }: { readonly reports: Report; readonly since: string | null },
  recording: Recording,
): FiringCandidate => {
  const { projectId, conditionIndex, condition, subject, rule } = target;
  return candidateOf(
    rule,
    {
      projectId,
      conditionIndex,
      kind: condition.kind,
      subject,
      details: { value, since, condition },
      state: reports === 'recovered' ? reports : 'firing',
      occurrence: reports === 'unsuppressed' ? `${since}/unsuppressed` : new Date(endMs).toISOString(),
    },
    // A mute or a maintenance window counts if it was open in the minute, not when the minute is evaluated.
    { ...recording, nowMs: endMs - 1 },
  );
};
