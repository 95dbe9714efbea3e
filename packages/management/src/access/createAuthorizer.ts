import {
  roleHas,
  rolesFor,
  scopesFor,
  scopesHave,
  type Permission,
  type RequestActor,
  type Role,
} from '@sluice/contract';
import { findMembership, findPlace, labelOf, type Database, type Place, type Token } from '@sluice/db';
import { ApiError, notFound } from '../apiError.js';
import { isStorable } from '../request/isStorable.js';
import type { Authenticator, CookieSession } from './authenticate.js';
import type { RequestHead } from './requestHead.js';

/** The parts of a request that decide about access. */
interface AccessRequest {
  readonly head: RequestHead;
  /** Decoded path parameters: `org`, and `project` if the operation is about a project. */
  readonly params: Readonly<Record<string, string>>;
  /** What the sender needs. */
  readonly permission: Permission;
  /** See `Route.selfParam`. */
  readonly selfParam?: string | undefined;
}

/** The organization and project that a request may access, and who sent it. */
export interface Access extends Place {
  readonly actor: RequestActor;
  /** Identifies the sender among all senders: `token 7`. */
  readonly actorId: string;
  /** Role of the sender in the organization; `undefined` for a token of an operator. */
  readonly role: Role | undefined;
  /** Whether the sender has a permission in this organization. */
  readonly may: (permission: Permission) => boolean;
}

/** Resolves to the objects that a request may access. @throws ApiError 401, 403, 404 or 429 */
export type Authorize = (request: AccessRequest) => Promise<Access>;

/**
 * Order of checks (protocol 5): the sender (401); for a cookie its CSRF token (403); organization and project, which must be
 * the sender's (404); the permission (403). Before them, a client that sent too many invalid secrets gets 429. Organizations
 * and projects that do not exist, are deleted or belong to another tenant get the same response.
 */
export function createAuthorizer(db: Database, authenticator: Authenticator): Authorize {
  return ({ head, ...entry }) =>
    authenticator.withSender(head, async (sender) =>
      sender.kind === 'token' ? enterByToken(db, sender.token, entry) : enterBySession(db, sender.session, entry),
    );
}

type Entry = Omit<AccessRequest, 'head'>;

async function enterByToken(db: Database, token: Token, { params, permission }: Entry): Promise<Access> {
  const place = await findEntry(db, token.organizationId, params);
  const role = token.owner?.role ?? undefined;
  const may = (one: Permission): boolean =>
    scopesHave(token.scopes, one) && (token.owner === null || (role !== undefined && roleHas(role, one)));
  if (!may(permission)) throw forbidden(missingForToken(token, permission));
  const label = token.name === '' ? `slp_…${token.hint}` : token.name;
  const actor = { kind: 'token', tokenId: token.id, userId: token.owner?.userId ?? null, label } as const;
  return { ...place, actor, actorId: `token ${token.id}`, role, may };
}

async function enterBySession(db: Database, { user }: CookieSession, entry: Entry): Promise<Access> {
  const { params, permission, selfParam } = entry;
  const { org = '' } = params;
  const membership = isStorable(org) ? await findMembership(db, user.id, org) : undefined;
  // Also looked up without a membership: the time must not reveal which organizations exist.
  const place = await findEntry(db, membership?.organizationId ?? '0', params);
  const role = membership?.role ?? 'viewer';
  const may = (one: Permission): boolean => roleHas(role, one);
  const isSelf = selfParam !== undefined && params[selfParam] === user.id;
  if (!isSelf && !may(permission)) throw forbidden(`${needsRole(permission)}; your role is ${role}.`);
  const actor = { kind: 'user', userId: user.id, label: labelOf(user) } as const;
  return { ...place, actor, actorId: `user ${user.id}`, role, may };
}

async function findEntry(db: Database, organizationId: string, params: AccessRequest['params']): Promise<Place> {
  const { org = '', project } = params;
  const isText = Object.values(params).every(isStorable);
  const place = isText ? await findPlace(db, organizationId, { organization: org, project }) : undefined;
  if (place === undefined) throw notFound(project === undefined ? 'organization' : 'project');
  return place;
}

const forbidden = (message: string): ApiError => new ApiError(403, 'forbidden', message);

const needsRole = (permission: Permission): string => `This needs the role ${rolesFor(permission).join(' or ')}`;

/** Names what a token lacks: a scope, or the role of its user. */
function missingForToken({ scopes, owner }: Token, permission: Permission): string {
  const needed = scopesFor(permission);
  if (needed.length === 0) return `${needsRole(permission)}, signed in; no access token may do it.`;
  if (!scopesHave(scopes, permission)) return `This needs a token with the scope ${needed.join(' or ')}.`;
  return `${needsRole(permission)}; the user of this token has the role ${owner?.role ?? ''}.`;
}
