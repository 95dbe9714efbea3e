import { startOfMinute, type EventType } from '@sluice/contract';
import type { Database } from '@sluice/db';
import { runAll } from '@sluice/runtime';
import { compileAlertFilters } from '../decide/matchFilters.js';
import { watchCuts, type IsOver } from '../isOver.js';
import { compactMinutes, type CrowdedWindow } from '../sql/evaluation/compactMinutes.js';
import type { RecordedFiring } from '../sql/firings/recordFirings.js';
import { evaluateIssueRates, type IssueTimes } from './evaluateIssueRates.js';
import { evaluateSeries } from './evaluateSeries.js';
import { evaluateTrends } from './evaluateTrends.js';
import type { ScheduledPart, Seen } from './evaluationSchedule.js';

/** What the evaluation of a part depends on, and who gets its results. */
interface PartContext {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Events of a type that arrived before this time are stored. */
  readonly settled: (type: EventType) => number;
  /** Whether the time of the part is over. */
  readonly isTimeOver: IsOver;
  readonly onFirings: (firings: readonly RecordedFiring[]) => void;
  /** Gets each error, and the name of the evaluation that failed. */
  readonly onFailure: (evaluation: string, error: unknown) => void;
  /** Gets what has been seen of the part then: no more than before of what failed, or was left out. */
  readonly record: (seen: Seen) => void;
}

/** Evaluates a part: rates, trends and series. An evaluation that fails prevents no other. @throws the first error, after all evaluations */
export async function evaluatePart(
  db: Database,
  { part: { rules }, seen }: ScheduledPart,
  { nowMs, settled, isTimeOver, onFirings, onFailure, record }: PartContext,
): Promise<void> {
  const { isOver, isCut } = watchCuts(isTimeOver);
  let crowded: readonly CrowdedWindow[] = [];
  const times = { nowMs, filter: matchCounted, isOver };
  const minute = startOfMinute(nowMs);
  const countsUsers = seen.usersMinute !== minute;
  const changedSinceMs = seen.settledMs;
  const evaluations: Evaluations = {
    events: () => evaluateIssueRates(db, rules, { ...times, changedSinceMs, measures: ['events'] }),
    trends: () => evaluateTrends(db, rules, { ...times, changedSinceMs }),
    // They are counted from the exceptions.
    users: async () =>
      countsUsers
        ? evaluateIssueRates(db, rules, { ...times, changedSinceMs: seen.usersSettledMs, measures: ['users'] })
        : [],
    series: () =>
      evaluateSeries(db, rules, {
        nowMs,
        isOver: isTimeOver,
        settledBefore: settled,
        onCrowded: (windows) => (crowded = [...crowded, ...windows]),
      }),
    minutes: () => compactMinutes(db, crowded).then(() => []),
  };
  const run = async (name: string, evaluate: Evaluation): Promise<void> => {
    try {
      onFirings(await evaluate());
    } catch (error) {
      onFailure(name, error);
      throw error;
    }
  };
  let next: Seen = { ...seen, evaluatedMs: nowMs };
  try {
    await runAll(
      Object.entries(evaluations).map(
        ([name, evaluate]) =>
          () =>
            run(name, evaluate),
      ),
    );
    const settledMs = settled('exception');
    const users = countsUsers ? { usersSettledMs: settledMs, usersMinute: minute } : {};
    if (!isCut()) next = { ...next, settledMs, ...users };
  } finally {
    record(next);
  }
}

/** Counts of issues have no releases, URLs and tags: only the filters of levels and environments apply to them. */
const matchCounted: IssueTimes['filter'] = ({ filters: { levels = [], environments = [] } }) => {
  const matches = compileAlertFilters({ levels, environments });
  return ({ level, environment }) => matches({ level, environment, release: null, url: null, tags: {} });
};

type Evaluation = () => Promise<readonly RecordedFiring[]>;
/** In order, by name. */
type Evaluations = Readonly<Record<string, Evaluation>>;
