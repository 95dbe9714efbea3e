// Guards of accounts, of changes by cookie, and of erasures; see guards.mjs.

const accounts = 'services/api/src/routes/account/account.int.test.ts';
const races = 'packages/identity/src/sql/accountRaces.int.test.ts';
const erased = 'packages/drain/src/erasures.int.test.ts';

/** @type {readonly import('./guards.mjs').Guard[]} */
export const accountGuards = [
  {
    promise: 'accounts: an organization keeps an owner',
    file: 'packages/db/src/accounts/owners.ts',
    find: 'if (first !== undefined) {',
    replace: 'if (first === null) {',
    project: 'int',
    test: accounts,
  },
  {
    promise: 'accounts: an organization keeps an owner, also if two leave at the same time',
    file: 'packages/db/src/accounts/owners.ts',
    find: ' order by id for no key update`',
    replace: ' order by id`',
    project: 'int',
    test: races,
  },
  {
    promise: 'accounts: a change by cookie needs the CSRF token',
    file: 'packages/management/src/access/csrf.ts',
    find: 'expected.length === given.length && timingSafeEqual(expected, given)',
    replace: 'expected.length > 0',
    project: 'int',
    test: accounts,
  },
  {
    promise: 'accounts: a page of another origin changes nothing',
    file: 'packages/management/src/access/csrf.ts',
    find: 'if (!isForeign && (origin === undefined || isOwn(origin, head))) return;',
    replace: 'if (baseUrl.length + host.length > 0) return;',
    project: 'int',
    test: accounts,
  },
  {
    promise: 'accounts: a token does no more than the current role of its user',
    file: 'packages/management/src/access/createAuthorizer.ts',
    find: 'role !== undefined && roleHas(role, one)',
    replace: 'role !== undefined',
    project: 'int',
    test: accounts,
  },
  {
    promise: 'accounts: a link works once, however many use it at the same time',
    file: 'packages/identity/src/sql/links.ts',
    find: "    .where('used_at', 'is', null)\n    .where('expires_at', '>', now)\n",
    replace: "    .where('expires_at', '>', now)\n",
    project: 'int',
    test: races,
  },
  {
    promise: 'erasure: what arrives late of an erased user is not stored',
    file: 'packages/drain/src/withoutErased.ts',
    find: '  if (tombstones.length === 0) return { parts, erased: 0 };\n',
    replace: '  if (tombstones.length >= 0) return { parts, erased: 0 };\n',
    project: 'int',
    test: erased,
  },
  {
    promise: 'erasure: events that the user causes later are stored',
    file: 'packages/drain/src/withoutErased.ts',
    find: 'arrivalMs < beforeMs && (',
    replace: '(',
    project: 'int',
    test: erased,
  },
  {
    promise: 'erasure: begins only after transactions that may not have seen it',
    file: 'packages/erasure/src/sql/erasureProgress.ts',
    find: 'set horizon = pg_current_xact_id()',
    replace: "set horizon = '0'",
    project: 'int',
    test: erased,
  },
];
