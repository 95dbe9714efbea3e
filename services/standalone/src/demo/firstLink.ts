import { OPERATOR } from '@sluice/contract';
import {
  addMember,
  createUser,
  findOrganization,
  findUser,
  inTransaction,
  listAccounts,
  type Database,
} from '@sluice/db';
import { createLink, endLinks } from '@sluice/identity/statements';
import { LINK_LIFETIME_MS, linkUrl } from '@sluice/identity';

/** Email address of the first user of a new installation: whoever starts it. */
export const FIRST_USER = 'owner@localhost';

const OWNER = { email: FIRST_USER, name: 'Owner' } as const;

/** Where a link leads. */
export interface FirstLinkOptions {
  readonly baseUrl: string;
  /** Slug of the organization that the first user owns; `undefined`: none yet. */
  readonly organization: string | undefined;
  readonly nowMs: number;
}

/**
 * Returns a fresh link that signs in the first user, whom the first start creates; links of earlier starts end. `undefined` once
 * that user is disabled or has another email address: then `sluice user link` makes links.
 */
export async function firstLink(
  db: Database,
  { baseUrl, organization, nowMs }: FirstLinkOptions,
): Promise<string | undefined> {
  const isNew = (await listAccounts(db)).length === 0;
  const user = isNew ? await createUser(db, OWNER) : await findUser(db, OWNER.email);
  if (user === undefined || user.disabledAt !== null) return undefined;
  if (isNew && organization !== undefined) {
    const { id: organizationId } = await findOrganization(db, organization);
    await inTransaction(db, (tx) => addMember(tx, { organizationId, userId: user.id }, 'owner', OPERATOR));
  }
  await endLinks(db, { purpose: 'sign_in', email: user.email }, nowMs);
  const { secret } = await createLink(db, {
    purpose: 'sign_in',
    email: user.email,
    createdBy: OPERATOR.label,
    nowMs,
    lifetimeMs: LINK_LIFETIME_MS.sign_in,
  });
  return linkUrl(baseUrl, 'sign_in', secret);
}
