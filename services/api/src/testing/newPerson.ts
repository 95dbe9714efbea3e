import { OPERATOR, type Role } from '@sluice/contract';
import { addMember, createSession, createUser, findOrganization, inTransaction } from '@sluice/db';
import { csrfTokenOf, sessionCookieName } from '@sluice/management';
import { useResource } from '@sluice/testkit/useResource';
import type { TestApi } from './apiHarness.js';

/** A signed-in user. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  /** Cookie of the session and its CSRF token. */
  readonly headers: Readonly<Record<string, string>>;
}

let serial = 0;

/** Creates a user with a role and a session. */
export async function newPerson(
  api: Pick<TestApi, 'db' | 'url' | 'now'>,
  membership?: { readonly organization: string; readonly role: Role },
): Promise<Person> {
  const email = `person-${(serial += 1)}@example.com`;
  const user = await createUser(api.db, { email, isVerified: true });
  if (membership !== undefined) {
    const { id: organizationId } = await findOrganization(api.db, membership.organization);
    await inTransaction(api.db, (tx) => addMember(tx, { organizationId, userId: user.id }, membership.role, OPERATOR));
  }
  const made = { method: 'link', address: '127.0.0.1', network: '127.0.0.1', userAgent: 'test' } as const;
  const secret = await createSession(api.db, user.id, { ...made, nowMs: api.now, lifetimeMs: 86_400_000 });
  const cookie = `${sessionCookieName({ baseUrl: api.url })}=${secret}`;
  return { userId: user.id, email, headers: { cookie, 'x-csrf-token': csrfTokenOf(secret) } };
}

/** A signed-in user for the tests of this file or `describe`. */
export const usePerson = (...made: Parameters<typeof newPerson>): Person => useResource(() => newPerson(...made));
