import { acceptInvitations, findIdentity, linkIdentity } from '../sql/identities.js';
import { createUser, findUser, inTransaction, type Database, type User } from '@sluice/db';
import { proveAddress } from '../sql/proveAddress.js';
import { ApiError } from '@sluice/management';
import type { OidcPerson } from './createOidc.js';

/**
 * Returns the user of a person who signed in at the provider.
 *
 * | known to Sluice                                         | what happens                                                  |
 * | ------------------------------------------------------- | ------------------------------------------------------------- |
 * | the subject                                             | signs in, whatever the email address is now                   |
 * | a verified address, of a user who proved to receive mail | the subject is linked to the user                             |
 * | a verified address, of a user who did not               | the same, after the user's password, codes, other subjects,   |
 * |                                                         | tokens and sessions are removed: whoever made the account may |
 * |                                                         | not own the address                                           |
 * | the same, of a user with another subject                | the same: at the provider the address has a new owner         |
 * | a verified address, of pending invitations              | a user is created and joins                                   |
 * | nothing                                                 | 403 `no_account`                                              |
 *
 * @throws ApiError 403 `no_account` or `unverified_email`
 */
export async function findPerson(db: Database, person: OidcPerson, nowMs: number): Promise<User> {
  const known = await findIdentity(db, person);
  if (known !== undefined) return assertEnabled(known);
  const { email, isVerified } = person;
  if (email === undefined || !isVerified) {
    throw new ApiError(403, 'unverified_email', 'The identity provider does not vouch for an email address.');
  }
  const user = await findUser(db, email);
  if (user !== undefined) {
    assertEnabled(user);
    await inTransaction(db, async (tx) => {
      await proveAddress(tx, user, nowMs);
      await linkIdentity(tx, user, person, nowMs);
    });
    return user;
  }
  return inTransaction(db, async (tx) => {
    const made = await createUser(tx, { email, name: person.name.slice(0, 200), isVerified: true });
    if ((await acceptInvitations(tx, made, nowMs)) === 0) throw NO_ACCOUNT;
    await linkIdentity(tx, made, person, nowMs);
    return made;
  });
}

const NO_ACCOUNT = new ApiError(403, 'no_account', 'There is no account for this person; ask for an invitation.');

function assertEnabled(user: User): User {
  if (user.disabledAt !== null) throw NO_ACCOUNT;
  return user;
}
