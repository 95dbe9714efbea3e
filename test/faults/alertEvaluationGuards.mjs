// Guards of what alerts evaluate by minute: rates of issues, endings of series, and the compaction of counts; see guards.mjs.

const endings = 'packages/alerts/src/evaluate/endUnwatched.int.test.ts';
const compaction = 'packages/alerts/src/sql/evaluation/compactMinutes.int.test.ts';
const issues = 'packages/alerts/src/evaluate/evaluateIssues.int.test.ts';
const series = 'packages/alerts/src/evaluate/evaluateSeries.int.test.ts';

/** @type {readonly import('./guards.mjs').Guard[]} */
export const alertEvaluationGuards = [
  {
    promise: 'alerts: rates: two processes report a frequent issue once, also in two hours',
    file: 'packages/alerts/src/evaluate/evaluateIssueRates.ts',
    find: 'return candidates.filter((candidate) => !reported.has(rateKey(candidate)));',
    replace: 'return reported.size >= 0 ? candidates : [];',
    project: 'int',
    test: issues,
  },
  {
    promise: 'alerts: rates: no other process reports a rate of the project meanwhile',
    file: 'packages/alerts/src/sql/evaluation/readReportedRates.ts',
    find: 'select pg_advisory_xact_lock(hashtextextended(',
    replace: 'select (hashtextextended(',
    project: 'int',
    test: issues,
  },
  {
    promise: 'alerts: rates: events of the time before a rule are in no window',
    file: 'packages/alerts/src/evaluate/evaluateIssueRates.ts',
    find: 'if (minuteMs < countedMs) continue;',
    replace: '',
    project: 'int',
    test: issues,
  },
  {
    promise: 'alerts: rates: users of the time before a rule are in no window',
    file: 'packages/alerts/src/evaluate/evaluateIssueRates.ts',
    find: 'fromMs: Math.max(window.fromMs, countedMs)',
    replace: 'fromMs: window.fromMs',
    project: 'int',
    test: issues,
  },
  {
    promise: 'alerts: trends: an hour that was over before a rule is not reported',
    file: 'packages/alerts/src/evaluate/evaluateTrends.ts',
    find: 'if (hourOf(rule.countedSince.getTime()) > hourOf(hourMs)) continue;',
    replace: '',
    project: 'int',
    test: issues,
  },
  {
    promise: 'alerts: endings: a series that nothing watches any more is ended',
    file: 'packages/alerts/src/evaluate/endUnwatched.ts',
    find: 'return !isWatched;',
    replace: 'return !isWatched && key.projectId === nowMs.toString();',
    project: 'int',
    test: endings,
  },
  {
    promise: 'alerts: endings: a firing has one end, a recovery or that of its rule',
    file: 'packages/alerts/src/evaluate/endUnwatched.ts',
    find: 'if ((await storeSeriesStates(tx, [change], nowMs)).length === 0) return [];',
    replace: 'if ((await storeSeriesStates(tx, [change], nowMs)).length < 0) return [];',
    project: 'int',
    test: endings,
  },
  {
    promise: 'alerts: endings: who got the firing gets its end, whatever the rule says now',
    file: 'packages/alerts/src/evaluate/evaluateSeries.ts',
    find: "candidates.push(reports === 'recovered' && last !== undefined ? { ...candidate, ...endOf(last) } : candidate);",
    replace: 'candidates.push(candidate);',
    project: 'int',
    test: endings,
  },
  {
    promise: 'alerts: endings: an end is not due before its firing',
    file: 'packages/alerts/src/sql/evaluation/lastFiring.ts',
    find: 'digestS: dueInS,',
    replace: 'digestS: Math.min(0, dueInS),',
    project: 'int',
    test: endings,
  },
  {
    promise: 'alerts: endings: what another condition counted does not fire a changed one',
    file: 'packages/alerts/src/evaluate/evaluateSeries.ts',
    find: 'if (before.series === null || before.series === series) return before;',
    replace: "if (before.series === null || series !== '') return before;",
    project: 'int',
    test: endings,
  },
  {
    promise: 'alerts: series: a rule is not judged for minutes in which it was off',
    file: 'packages/alerts/src/decide/seriesState.ts',
    find: 'Math.max(evaluatedMs ?? -Infinity, Math.min(startOfMinute(sinceMs), lastMs - MINUTE_MS))',
    replace: 'evaluatedMs ?? Math.min(startOfMinute(sinceMs), lastMs - MINUTE_MS)',
    project: 'int',
    test: series,
  },
  {
    promise: 'alerts: series: what was counted before a rule was off is in no window',
    file: 'packages/alerts/src/sql/evaluation/readWindows.ts',
    find: 'Math.max(startMs, startOfMinute(rule.countedSince.getTime()))',
    replace: 'startMs',
    project: 'int',
    test: series,
  },
  {
    promise: 'alerts: compaction: a minute keeps the sum of its events',
    file: 'packages/alerts/src/sql/evaluation/compactMinutes.ts',
    find: '(array_agg(part order by part))[1], sum(count), sum("over")',
    replace: '(array_agg(part order by part))[1], max(count), max("over")',
    project: 'int',
    test: compaction,
  },
  {
    promise: 'alerts: compaction: what is inserted is what the same statement deleted',
    file: 'packages/alerts/src/sql/evaluation/compactMinutes.ts',
    find: 'from gone group by minute`',
    replace: `from alert_minutes
    where project_id = \${projectId}::int8 and series = \${series} and minute in (select minute from crowded)
    group by minute\``,
    project: 'int',
    test: compaction,
  },
  {
    promise: 'alerts: compaction: windows that are slow to sum are compacted',
    file: 'packages/alerts/src/evaluate/evaluateSeries.ts',
    find: 'onCrowded?.(crowdedWindows(due, windows));',
    replace: 'onCrowded?.(crowdedWindows(due, []));',
    project: 'int',
    test: compaction,
  },
];
