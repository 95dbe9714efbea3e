import { randomBytes } from 'node:crypto';
import { type System } from '../../../e2e/support/system.js';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

/** A person with an account. */
export interface Account {
  readonly email: string;
  readonly role: Role;
}

/** Creates an account in an organization by the command line. */
export async function createAccount(system: System, organization: string, role: Role): Promise<Account> {
  const email = `${role}-${randomBytes(4).toString('hex')}@example.com`;
  await system.sluice('user', 'create', email, '--org', organization, '--role', role);
  return { email, role };
}

/** Returns the path and query of a link that signs the account in, as an operator hands it out. */
export async function signInLink(system: System, { email }: Account): Promise<string> {
  const { link } = (await system.sluice('user', 'link', email)) as { readonly link: string };
  const { pathname, search } = new URL(link);
  return pathname + search;
}
