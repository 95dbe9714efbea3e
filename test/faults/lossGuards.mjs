const losses = 'packages/accounting/src/sql/losses.int.test.ts';
const watching = 'services/housekeeping/src/losses/detectLosses.int.test.ts';
const roles = 'packages/db/src/roles/databaseRoles.int.test.ts';
const formerSteps = 'packages/db/src/migrations/formerSteps.int.test.ts';

/**
 * Guards of the report of lost events, of the partitions that they were in, and of migrations.
 *
 * @type {readonly import('./guards.mjs').Guard[]}
 */
export const lossGuards = [
  {
    promise: 'losses: one look tells nothing',
    file: 'packages/accounting/src/sql/compareHour.ts',
    find: 'case when is_certain then missing_before else before end',
    replace: 'missing',
    project: 'int',
    test: losses,
  },
  {
    promise: 'losses: what may be in the queues is not lost',
    file: 'packages/accounting/src/sql/compareHour.ts',
    find: ' and l.since <= ${drainedAt}',
    replace: '',
    project: 'int',
    test: losses,
  },
  {
    promise: 'losses: what was acknowledged since the look before is not lost',
    file: 'packages/accounting/src/sql/compareHour.ts',
    find: 'coalesce(l.acknowledged = t.acknowledged and ',
    replace: 'coalesce(',
    project: 'int',
    test: losses,
  },
  {
    promise: 'losses: a count that grew is as old as its growth',
    file: 'packages/accounting/src/sql/compareHour.ts',
    find: 'then l.since else excluded.since end',
    replace: 'then l.since else l.since end',
    project: 'int',
    test: losses,
  },
  {
    promise: 'losses: what is stored after all is taken back',
    file: 'packages/accounting/src/sql/compareHour.ts',
    find: ' and j.missing <= 0',
    replace: ' and j.missing < -1',
    project: 'int',
    test: losses,
  },
  {
    promise: 'losses: an hour that lacks something is looked at each time',
    file: 'packages/accounting/src/sql/findDueHours.ts',
    find: '      or exists (select from losses l where l.hour = a.hour)\n',
    replace: '',
    project: 'int',
    test: losses,
  },
  {
    promise: 'losses: an hour with more acknowledged is compared again',
    file: 'packages/accounting/src/sql/findDueHours.ts',
    find: ' or c.acknowledged <> a.acknowledged',
    replace: '',
    project: 'int',
    test: losses,
  },
  {
    promise: 'losses: an hour that nothing changed is left alone',
    file: 'packages/accounting/src/sql/findDueHours.ts',
    find: 'c.compared_at < ${comparedBefore}',
    replace: 'c.compared_at < now()',
    project: 'int',
    test: losses,
  },
  {
    promise: 'losses: what the queues hold is looked at',
    file: 'services/housekeeping/src/losses/detectLosses.ts',
    find: 'depths.some(({ jobs }) => jobs > 0)',
    replace: 'depths.some(({ jobs }) => jobs < 0)',
    project: 'int',
    test: watching,
  },
  {
    promise: 'losses: clocks may be a minute apart',
    file: 'services/housekeeping/src/losses/detectLosses.ts',
    find: 'publishedSince(depths, now) - CLOCKS_MS',
    replace: 'publishedSince(depths, now)',
    project: 'int',
    test: watching,
  },
  {
    promise: 'losses: counts of a gateway never fall',
    file: 'packages/accounting/src/sql/acknowledged.ts',
    find: ' where excluded.count > a.count',
    replace: '',
    project: 'int',
    test: losses,
  },
  {
    promise: 'roles: a partition holds what its name says',
    file: 'packages/db/src/migrations/0114-make-partition.ts',
    find: ' or lower_bound is distinct from bounds[1] or upper_bound is distinct from bounds[2]',
    replace: '',
    project: 'int',
    test: roles,
  },
  {
    promise: 'roles: a partition’s day or hour is one that there is',
    file: 'packages/db/src/migrations/0114-make-partition.ts',
    find: "left(to_char(ends[1], 'YYYYMMDDHH24'), length(digits)) is distinct from digits",
    replace: 'digits is null',
    project: 'int',
    test: roles,
  },
  {
    promise: 'roles: a function that was granted by hand is taken away',
    file: 'packages/db/src/roles/grantDatabaseRoles.ts',
    find: '  for (const name of FUNCTIONS) await client.query(`revoke all on function ${schema}.${name} from ${role}`);\n',
    replace: '',
    project: 'int',
    test: roles,
  },
  {
    promise: 'migrations: a database without some of the former steps is refused',
    file: 'packages/db/src/migrations/formerSteps.ts',
    find: 'lacking: isPartial ? lacking : [],',
    replace: 'lacking: [],',
    project: 'int',
    test: formerSteps,
  },
  {
    promise: 'migrations: no step is left out where former steps are missing',
    file: 'packages/db/src/migrations/formerSteps.ts',
    find: '...(lacking.length === 0 ? baseline : [])',
    replace: '...baseline',
    project: 'int',
    test: formerSteps,
  },
  {
    promise: 'migrations: what former steps did is not done again',
    file: 'packages/db/src/migrations/appliedSteps.ts',
    find: 'missing.filter(({ name }) => done.has(name))',
    replace: '[]',
    project: 'int',
    test: formerSteps,
  },
];
