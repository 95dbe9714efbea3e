// Guards of alerts: a firing is decided once, and delivered at least once; see guards.mjs.

const records = 'packages/db/src/alerts/recordFirings.int.test.ts';
const deliveries = 'packages/db/src/alerts/deliveries.int.test.ts';
const paused = 'packages/db/src/alerts/pausedDestinations.int.test.ts';

/** @type {readonly import('./guards.mjs').Guard[]} */
export const alertGuards = [
  {
    promise: 'alerts: an issue is signaled by the exception that opened it, and by no other',
    file: 'services/exceptions/src/steps/signalIssues.ts',
    find: 'occurrence.id === issueId);',
    replace: "occurrence.id !== '' || issueId !== '');",
    project: 'int',
    test: 'services/exceptions/src/steps/signalIssues.int.test.ts',
  },
  {
    promise: 'alerts: who assigns an issue to himself is not alerted',
    file: 'packages/db/src/issues/changeIssues.ts',
    find: 'if (assigneeId === null || userIdOf(actor) === assigneeId) return;',
    replace: "if (assigneeId === null || userIdOf(actor) === '') return;",
    project: 'int',
    test: 'packages/db/src/issues/departures.int.test.ts',
  },
  {
    promise: 'alerts: a firing is decided once, and only who adds it goes on',
    file: 'packages/db/src/alerts/recordFirings.ts',
    find: 'return candidates.filter(({ id }) => ids.has(id));',
    replace: 'return candidates.filter(() => ids.size >= 0);',
    project: 'int',
    test: records,
  },
  {
    promise: 'alerts: within the cool-down further firings are counted',
    file: 'packages/db/src/alerts/recordFirings.ts',
    find: "nowMs < notifiedAtMs + cooldownS * 1_000 ? 'cooldown' : null",
    replace: "nowMs < notifiedAtMs ? 'cooldown' : null",
    project: 'int',
    test: records,
  },
  {
    promise: 'alerts: a recovery is sent if and only if its firing was',
    file: 'packages/db/src/alerts/recordFirings.ts',
    find: "if (state === 'recovered') return isNotified ? null : (suppressedBy ?? 'cooldown');",
    replace: "if (state === 'recovered') return isNotified ? null : suppressedBy;",
    project: 'int',
    test: records,
  },
  {
    promise: 'alerts: a signal is gone when its firings are stored',
    file: 'packages/db/src/alerts/decideSignals.ts',
    find: 'await deleteSignals(tx, projectId, ids);',
    replace: 'await deleteSignals(tx, projectId, ids.slice(0, 0));',
    project: 'int',
    test: records,
  },
  {
    promise: 'alerts: two processes decide different signals',
    file: 'packages/db/src/alerts/signals.ts',
    find: 'sql`limit ${limit} for update skip locked`',
    replace: 'sql`limit ${limit}`',
    project: 'int',
    test: records,
  },
  {
    promise: 'alerts: two processes do not divide a burst between them',
    file: 'packages/db/src/alerts/composeDeliveries.ts',
    find: 'return rows[0]?.mine === true;',
    replace: 'return rows[0]?.mine !== undefined;',
    project: 'int',
    test: deliveries,
  },
  {
    promise: 'alerts: a destination gets at most its hourly limit',
    file: 'packages/db/src/alerts/destination.ts',
    find: ' where h.sent < ${limit}',
    replace: '',
    project: 'int',
    test: deliveries,
  },
  {
    promise: 'alerts: an attempt is claimed by one process until its lease ends',
    file: 'packages/db/src/alerts/deliveries.ts',
    find: ' and (claimed_until is null or claimed_until < now())',
    replace: '',
    project: 'int',
    test: deliveries,
  },
  {
    promise: 'alerts: only the latest attempt settles a delivery',
    file: 'packages/db/src/alerts/deliveries.ts',
    find: "and attempts = ${attempt} and state = 'waiting'\n      returning 1`",
    replace: "and state = 'waiting'\n      returning 1`",
    project: 'int',
    test: deliveries,
  },
  {
    promise: 'alerts: what fails for good while its destination is resumed is not left behind',
    file: 'packages/db/src/alerts/destination.ts',
    find: 'failures = failures + 1\n    where ',
    replace: 'failures = failures + 1\n    where paused_at is null and ',
    project: 'int',
    test: paused,
  },
  {
    promise: 'alerts: what is given back while its destination is resumed is not left behind',
    file: 'packages/db/src/alerts/destination.ts',
    find: ' for share`',
    replace: '`',
    project: 'int',
    test: paused,
  },
];
