import type { Actor } from '@sluice/contract';
import {
  addMember,
  createUser,
  endSessions,
  inTransaction,
  labelOf,
  lockUser,
  type Database,
  type Tx,
  type User,
} from '@sluice/db';
import { findCredentials, setPasswordHash } from '../sql/credentials.js';
import { findLink, LinkExpiredError, useLink, type Link } from '../sql/links.js';
import { markVerified, proveAddress } from '../sql/proveAddress.js';
import { recordOwnChange } from '../sql/recordOwnChange.js';
import { ApiError } from '@sluice/management';
import { assertUsablePassword } from '../passwords/assertUsablePassword.js';
import type { Passwords } from '../passwords/createPasswords.js';
import { throttled } from '../signIn/throttled.js';
import { assertCode, signIn, type SignInDeps } from '../signIn/signIn.js';

/** What someone sends to use a link. */
interface LinkRequest {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  /** One-time code. */
  readonly code?: string | undefined;
  readonly network: string;
  readonly nowMs: number;
  /** User of the session of the request, if any. */
  readonly signedIn: { readonly id: string; readonly email: string } | undefined;
}

/** What must be entered before a link can be used. */
type LinkNeeds = 'nothing' | 'new_password' | 'password';

/** Returns the link of a token. @throws ApiError 404 `link_expired` */
export async function readLink(db: Database, token: string, nowMs: number): Promise<Link> {
  const link = await findLink(db, token, nowMs);
  if (link === undefined) throw EXPIRED;
  return link;
}

/** Returns what a link needs. @param signedIn email address of the session's user */
export async function linkNeeds(db: Database, link: Link, signedIn: string | undefined): Promise<LinkNeeds> {
  if (link.purpose === 'sign_in') return 'nothing';
  if (link.purpose === 'password_reset') return 'new_password';
  if (signedIn === link.email) return 'nothing';
  const user = (await findCredentials(db, { email: link.email }))?.user;
  return user === undefined || isFirstProof(link, user) ? 'new_password' : 'password';
}

/**
 * Uses a link and returns the user whom it signs in. It is used only if everything else succeeds, and only once.
 *
 * | purpose          | the user                                                                                            |
 * | ---------------- | --------------------------------------------------------------------------------------------------- |
 * | `sign_in`        | exists; only operators make such links                                                              |
 * | `password_reset` | exists; gets the new password, needs the one-time code if there is one, and other sessions end.     |
 * |                  | If the mail is the first proof of the address, everything else that signs in is removed instead     |
 * | `invitation`     | is created with a password; or exists and is signed in, or proves the password. The inviter may     |
 * |                  | know the link, so the link alone never opens an account that exists                                 |
 *
 * A mailed link proves the address; see `proveAddress`.
 *
 * @throws ApiError 404 `link_expired`, 401, 422, 429
 */
export async function followLink(deps: SignInDeps, request: LinkRequest): Promise<User> {
  const link = await readLink(deps.db, request.token, request.nowMs);
  try {
    return await STEPS[link.purpose](deps, link, request);
  } catch (error) {
    throw error instanceof LinkExpiredError ? EXPIRED : error;
  }
}

type Step = (deps: SignInDeps, link: Link, request: LinkRequest) => Promise<User>;

const openAccount: Step = async ({ db }, link, { nowMs }) => {
  const credentials = await findCredentials(db, { email: link.email });
  if (credentials === undefined) throw EXPIRED;
  await inTransaction(db, async (tx) => {
    await useLink(tx, link, nowMs);
    await proveMailed(tx, link, credentials.user, nowMs);
  });
  return credentials.user;
};

const resetPassword: Step = async ({ db, passwords, throttle }, link, request) => {
  const credentials = await findCredentials(db, { email: link.email });
  if (credentials === undefined) throw EXPIRED;
  const passwordHash = await hashNew(passwords, link, request);
  const attempt = { email: `code ${link.email}`, network: `code ${link.email}` };
  const { user } = credentials;
  // Codes of an account whose address was never proven may be someone else's.
  if (!isFirstProof(link, user)) await throttled(throttle, attempt, () => assertCode(db, credentials, request));
  await inTransaction(db, async (tx) => {
    // Two links of the same user would wait for each other.
    await lockUser(tx, user.id);
    await useLink(tx, link, request.nowMs);
    await proveMailed(tx, link, user, request.nowMs);
    await setPasswordHash(tx, user.id, passwordHash);
    await endSessions(tx, user.id, 'all', request.nowMs);
    await recordOwnChange(tx, user, { action: 'member.password', actor: asUser(user) });
  });
  return { ...user, hasPassword: true };
};

const acceptInvitation: Step = async (deps, link, request) => {
  const { db, passwords } = deps;
  const existing = await findCredentials(db, { email: link.email });
  if (existing !== undefined) {
    const { user } = existing;
    if (request.signedIn?.id !== user.id) {
      if (isFirstProof(link, user)) return takeOver(deps, link, user, request);
      await provePassword(deps, link, request);
    }
    await inTransaction(db, async (tx) => {
      await join(tx, link, user, request.nowMs);
      if (link.isMailed) await markVerified(tx, user);
    });
    return user;
  }
  const passwordHash = await hashNew(passwords, link, request);
  return inTransaction(db, async (tx) => {
    const made = { email: link.email, name: request.name ?? '', passwordHash, isVerified: link.isMailed };
    const user = await createUser(tx, made);
    await join(tx, link, user, request.nowMs);
    return user;
  });
};

/** Accepts a mailed invitation for an account whose address is not proved: whoever created it knows its password. */
const takeOver = async ({ db, passwords }: SignInDeps, link: Link, user: User, request: LinkRequest): Promise<User> => {
  const passwordHash = await hashNew(passwords, link, request);
  await inTransaction(db, async (tx) => {
    // The organization is locked before the user, as in `disableUser`.
    await join(tx, link, user, request.nowMs);
    await proveMailed(tx, link, user, request.nowMs);
    await setPasswordHash(tx, user.id, passwordHash);
    await recordOwnChange(tx, user, { action: 'member.password', actor: asUser(user) });
  });
  return { ...user, hasPassword: true };
};

const asUser = (user: User): Actor => ({ kind: 'user', userId: user.id, label: labelOf(user) });

/** Whether using a link proves an address that was not proven before. */
const isFirstProof = (link: Link, user: User): boolean => link.isMailed && !user.isVerified;

/** Proves the address of a mailed link. @throws ApiError 404 if it changed, or was proven, after `user` was read */
async function proveMailed(tx: Tx, link: Link, user: User, nowMs: number): Promise<void> {
  if (link.isMailed && (await proveAddress(tx, user, nowMs)) === user.isVerified) throw EXPIRED;
}

const STEPS: Readonly<Record<Link['purpose'], Step>> = {
  sign_in: openAccount,
  password_reset: resetPassword,
  invitation: acceptInvitation,
};

async function provePassword(deps: SignInDeps, link: Link, { password, ...request }: LinkRequest): Promise<void> {
  if (password === undefined) {
    throw new ApiError(401, 'sign_in_required', `Sign in as ${link.email} to accept the invitation.`);
  }
  await signIn(deps, { ...request, email: link.email, password });
}

async function join(tx: Tx, link: Link, user: User, nowMs: number): Promise<void> {
  await useLink(tx, link, nowMs);
  if (link.organization === undefined) return;
  const { id: organizationId, role } = link.organization;
  await addMember(tx, { organizationId, userId: user.id }, role, asUser(user));
}

function hashNew(passwords: Passwords, link: Link, { password, network }: LinkRequest): Promise<string> {
  if (password === undefined) throw new ApiError(422, 'weak_password', 'password: choose a password.');
  assertUsablePassword(password, link.email);
  return passwords.hash(password, network);
}

const EXPIRED = new ApiError(404, 'link_expired', 'The link has expired or was used; ask for a new one.');
