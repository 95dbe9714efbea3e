// Guards of access and of secrets; see guards.mjs.

const api = 'services/api/src/operations.int.test.ts';
const mailed = 'services/api/src/routes/account/mailedLinks.int.test.ts';
const accounts = 'services/api/src/routes/account/account.int.test.ts';
const ownChanges = 'services/api/src/routes/account/ownChanges.int.test.ts';
const throttled = 'services/api/src/throttle.int.test.ts';
const authorizer = 'packages/management/src/access/createAuthorizer.ts';
const authenticator = 'packages/management/src/access/authenticate.ts';
const roles = 'packages/db/src/roles/databaseRoles.int.test.ts';

/** @type {readonly import('./guards.mjs').Guard[]} */
export const accessGuards = [
  {
    promise: 'access: a revoked token is no token',
    file: 'packages/db/src/tenancy/tokens.ts',
    find: ' || row.revoked_at !== null',
    replace: '',
    project: 'int',
    test: api,
  },
  {
    promise: 'access: an expired token is no token',
    file: 'packages/db/src/tenancy/tokens.ts',
    find: '  if (row.expires_at !== null && row.expires_at.getTime() <= nowMs) return undefined;\n',
    replace: '',
    project: 'int',
    test: api,
  },
  {
    promise: 'access: a place of another organization is not there',
    file: 'packages/db/src/tenancy/findPlace.ts',
    find: "    .where('o.id', '=', organizationId)\n",
    replace: '',
    project: 'int',
    test: api,
  },
  {
    promise: 'access: a token does what its scopes say, and no more',
    file: authorizer,
    find: 'scopesHave(token.scopes, one) && (',
    replace: '(',
    project: 'int',
    test: api,
  },
  {
    promise: 'access: who fails too often waits',
    file: authenticator,
    find: 'if (waitMs > 0) throw',
    replace: 'if (waitMs < 0) throw',
    project: 'int',
    test: throttled,
  },
  {
    promise: 'access: many at once are no way around the throttle',
    file: authenticator,
    find: '  return limiter.run(throttle.tenantOf(attempt), async () => {\n    admit();\n',
    replace: '  return limiter.run(throttle.tenantOf(attempt), async () => {\n',
    project: 'int',
    test: throttled,
  },
  {
    promise: 'access: clients behind a proxy are distinguished',
    file: authenticator,
    find: 'clientAddress(peer, forwardedFor, trusted)',
    replace: 'clientAddress(peer, forwardedFor === undefined ? forwardedFor : undefined, trusted)',
    project: 'int',
    test: throttled,
  },
  {
    promise: 'roles: make_partition makes partitions of ours and nothing else',
    file: 'packages/db/src/migrations/0114-make-partition.ts',
    find: " or child !~ ('^' || parent || case when by_day then '_p[0-9]{8}$' else '_p[0-9]{8}([0-9]{2})?$' end)",
    replace: '',
    project: 'int',
    test: roles,
  },
  {
    promise: 'roles: what was granted by hand is taken away',
    file: 'packages/db/src/roles/grantDatabaseRoles.ts',
    find: '  await client.query(`revoke all on all tables in schema ${schema} from ${role}`);\n',
    replace: '',
    project: 'int',
    test: roles,
  },
  {
    promise: 'accounts: links in mails never lead to the host of a request',
    file: 'packages/identity/src/mail/createAccountMailer.ts',
    find: "if (url === '' || publicUrl === undefined) return undefined;",
    replace: "if (url === '') return undefined; publicUrl ??= 'http://localhost';",
    project: 'int',
    test: mailed,
  },
  {
    promise: 'accounts: the first proof of an address removes what signed in before',
    file: 'packages/identity/src/sql/proveAddress.ts',
    find: '  await resetCredentials(tx, user, nowMs);\n',
    replace: '',
    project: 'int',
    test: mailed,
  },
  {
    promise: 'accounts: subjects of whoever had the account before are unlinked',
    file: 'packages/identity/src/sql/credentials.ts',
    find: "    .deleteFrom('identities')\n    .where('user_id', '=', user.id)\n    .returning('issuer')",
    replace: "    .selectFrom('identities').where('user_id', '=', user.id).select('issuer')",
    project: 'int',
    test: mailed,
  },
  {
    promise: 'accounts: a new subject of the same provider takes the account along',
    file: 'packages/identity/src/sql/identities.ts',
    find: 'if (unlinked.some((one) => one.issuer === issuer)) await',
    replace: 'if (unlinked.length < 0) await',
    project: 'int',
    test: 'services/api/src/routes/account/oidc.int.test.ts',
  },
  {
    promise: 'accounts: who could not invite any more when an invitation is used has not invited',
    file: 'packages/identity/src/sql/links.ts',
    find: 'if (!(await isStillInvited(tx, invited))) throw',
    replace: 'if (!(await isStillInvited(tx, { ...invited, inviterId: null }))) throw',
    project: 'int',
    test: accounts,
  },
  {
    promise: 'accounts: the same for invitations that a provider accepts',
    file: 'packages/identity/src/sql/identities.ts',
    find: '    if (!(await isStillInvited(tx, { organizationId, role, inviterId }))) continue;\n',
    replace: '',
    project: 'int',
    test: 'services/api/src/routes/account/oidc.int.test.ts',
  },
  {
    promise: 'accounts: invitations end with the membership of their inviter',
    file: 'packages/db/src/accounts/memberships.ts',
    find: '    await endInvitationsOf(tx, ref, undefined, change.actor);\n',
    replace: '',
    project: 'int',
    test: accounts,
  },
  {
    promise: 'access: a live stream ends with the access of its sender',
    file: 'packages/management/src/http/keepAuthorized.ts',
    find: 'Math.abs(nowMs - authorizedMs) >= RELIED_ON_MS',
    replace: 'Math.abs(nowMs - authorizedMs) < 0',
    project: 'int',
    test: 'services/api/src/routes/logs/tailRoute.int.test.ts',
  },
  {
    promise: 'accounts: without a password only a recent sign-in sets one',
    file: 'services/api/src/routes/account/userRoutes.ts',
    find: '    assertRecentSignIn({ config }, context);\n',
    replace: '',
    project: 'int',
    test: ownChanges,
  },
  {
    promise: 'accounts: concurrent requests create no more organizations than a user may',
    file: 'packages/db/src/tenancy/organizationCreation.ts',
    find: '  await lockUser(tx, userId);\n',
    replace: '',
    project: 'int',
    test: ownChanges,
  },
];
