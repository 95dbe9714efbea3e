import { beforeAll, expect, test } from '@jest/globals';
import { OPERATOR, type Actor } from '@sluice/contract';
import { useDatabase } from '@sluice/testkit';
import { linkIdentity, proveAddress } from '@sluice/identity/statements';
import { addMember, removeMember } from '../accounts/memberships.js';
import { disableUser } from '../accounts/disableUser.js';
import { createUser } from '../accounts/users.js';
import type { User } from '../accounts/user.js';
import { inTransaction } from '../connection/inTransaction.js';
import { addKey, disableKey } from '../tenancy/manageKeys.js';
import { createOrganization } from '../tenancy/organizations.js';
import { createProject } from '../tenancy/projects.js';
import { createToken, revokeTokenOfUser } from '../tenancy/tokens.js';

const SHOP = { organization: 'acme', project: 'shop' };
const NOW = Date.UTC(2026, 10, 25);
let organizationId: string;

const database = useDatabase({ poolSize: 2 });
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(database.db, 'acme'));
  await createProject(database.db, SHOP);
});

const actorOf = (user: User): Actor => ({ kind: 'user', userId: user.id, label: user.email });

const TOKEN = { name: 'build', scopes: ['project:read'], expiresAt: null };

test('the end of a token or key is recorded as what was there before', async () => {
  const { user, tokenId } = await newMember('ada@acme.example');
  const key = await addKey(database.db, SHOP, { label: 'ci' });
  await recorded();
  await revokeTokenOfUser(database.db, user.id, tokenId, actorOf(user));
  await disableKey(database.db, SHOP, key.key);
  expect(await recorded()).toEqual([
    { action: 'token.revoke', actor: user.email, before: { ...TOKEN, owner: user.email }, after: null },
    { action: 'key.disable', actor: 'operator', before: { kind: 'public', label: 'ci' }, after: null },
  ]);
});

test('tokens that end with a membership or an account are recorded, each once', async () => {
  const removed = await newMember('bob@acme.example');
  const disabled = await newMember('cyd@acme.example');
  await recorded();
  await removeMember(database.db, { organizationId, userId: removed.user.id }, { actor: OPERATOR });
  await disableUser(database.db, disabled.user.email);
  await disableUser(database.db, disabled.user.email);
  const tokens = (await recorded()).filter(({ action }) => action === 'token.revoke');
  expect(tokens).toMatchObject([
    { before: { ...TOKEN, owner: removed.user.email } },
    { before: { ...TOKEN, owner: disabled.user.email } },
  ]);
});

test('a provider that is linked, and what the first proof of an address removes, are recorded', async () => {
  const { user } = await newMember('dee@acme.example');
  const prove = (subject: string) =>
    inTransaction(database.db, async (tx) => {
      await proveAddress(tx, user, NOW);
      await linkIdentity(tx, user, { issuer: 'https://id.example', subject }, NOW);
    });
  await recorded();
  await prove('1');
  await prove('1');
  const providers = { providers: ['https://id.example'] };
  expect(await recorded()).toMatchObject([
    { action: 'token.revoke', actor: user.email },
    {
      action: 'member.credentials',
      before: { password: false, oneTimeCodes: false, providers: [], sessions: 0, tokens: 1 },
    },
    { action: 'member.identity', before: { providers: [] }, after: providers },
  ]);
  await prove('2');
  expect(await recorded()).toMatchObject([{ action: 'member.identity', before: providers, after: providers }]);
});

/** Returns a new member, and the id of their token. */
async function newMember(email: string): Promise<{ readonly user: User; readonly tokenId: string }> {
  const user = await createUser(database.db, { email });
  await inTransaction(database.db, (tx) => addMember(tx, { organizationId, userId: user.id }, 'member', OPERATOR));
  const asked = { organization: 'acme', scopes: ['project:read'], name: 'build', actor: actorOf(user) };
  const { token } = await createToken(database.db, asked);
  return { user, tokenId: token.id };
}

interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What was recorded since the last call, in order. */
async function recorded(): Promise<readonly Entry[]> {
  const { rows } = await database.db.pool.query<Entry>(
    `with gone as (delete from audit_log returning *) select action, actor, before, after from gone order by id`,
  );
  return rows;
}
