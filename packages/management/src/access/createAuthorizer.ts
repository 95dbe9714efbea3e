import { rolesFor, scopesFor, scopesHave, type Permission, type RequestActor } from '@sluice/contract';
import { authenticateToken, findPlace, isTokenSecret, type Database, type Place, type Token } from '@sluice/db';
import { clientAddress, parseNetworks, type Clock, type Logger } from '@sluice/runtime';
import { ApiError, notFound } from '../apiError.js';
import { isStorable } from '../request/isStorable.js';
import type { AccessConfig } from './accessConfig.js';
import type { RequestLimiter } from './createRequestLimiter.js';
import { createTokenThrottle, type Attempt } from './createTokenThrottle.js';
import { createTokenUseRecorder } from './createTokenUseRecorder.js';

/** The parts of a request that decide about access. */
export interface AccessRequest {
  /** Remote address of the socket. */
  readonly peer: string;
  /** The `X-Forwarded-For` header. */
  readonly forwardedFor: string | undefined;
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** Decoded path parameters: `org`, and `project` if the operation is about a project. */
  readonly params: Readonly<Record<string, string>>;
  /** What the sender needs. */
  readonly permission: Permission;
}

/** The organization and project that a request may access, and who sent it. */
export interface Access extends Place {
  readonly actor: RequestActor;
  /** Identifies the sender among all senders: `token 7`. */
  readonly actorId: string;
  /** Whether the sender has a permission in this organization. */
  readonly may: (permission: Permission) => boolean;
}

/** Dependencies of the authorizer. */
export interface AuthorizerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Bounds concurrent token lookups. */
  readonly limiter: RequestLimiter;
}

/** Resolves to the objects that a request may access. @throws ApiError 401, 403, 404 or 429 */
export type Authorize = (request: AccessRequest) => Promise<Access>;

/** Clients and tokens that the throttle remembers, at a few hundred bytes each. */
const REMEMBERED = 10_000;

/**
 * Order of checks (protocol 5): the token (401); organization and project, which must be the token's (404); its
 * permission (403). Before them, a client that sent too many invalid tokens gets 429; only tokens that were looked up
 * count. Missing, malformed, unknown, expired and revoked tokens get the same response, and so do organizations and
 * projects that do not exist, are deleted or belong to another tenant. A token is found by its digest, so the time of
 * the lookup reveals nothing about its text.
 */
export function createAuthorizer(deps: AuthorizerDeps, config: AccessConfig): Authorize {
  const { db, clock, limiter } = deps;
  const noteUse = createTokenUseRecorder(deps);
  const trusted = parseNetworks(config.trustedProxies);
  const throttle = createTokenThrottle({ perMinute: config.maxFailedTokens, remembered: REMEMBERED });
  const admit = (attempt: Attempt): void => {
    const waitMs = throttle.waitMs(attempt);
    if (waitMs > 0) throw tooManyFailures(Math.ceil(waitMs / 1_000));
  };
  return async (request) => {
    const { authorization, peer, forwardedFor } = request;
    const secret = secretOf(authorization ?? '');
    if (!isTokenSecret(secret)) throw unauthorized();
    const attempt = { address: clientAddress(peer, forwardedFor, trusted), secret };
    // Checked twice: before the limiter, so that a throttled client takes no permit, and after waiting for one.
    admit(attempt);
    return limiter.run(throttle.tenantOf(attempt), async () => {
      admit(attempt);
      const token = await authenticateToken(db, attempt.secret, clock());
      if (token === undefined) {
        throttle.recordFailure(attempt);
        throw unauthorized();
      }
      throttle.recordSuccess(attempt, token.organizationId);
      await noteUse(token);
      return enter(db, token, request);
    });
  };
}

async function enter(db: Database, token: Token, { params, permission }: AccessRequest): Promise<Access> {
  const { org = '', project } = params;
  const isText = Object.values(params).every(isStorable);
  const place = isText ? await findPlace(db, token.organizationId, { organization: org, project }) : undefined;
  if (place === undefined) throw notFound(project === undefined ? 'organization' : 'project');
  const may = (one: Permission): boolean => scopesHave(token.scopes, one);
  if (!may(permission)) throw new ApiError(403, 'forbidden', missingScope(permission));
  const actor = { kind: 'token', tokenId: token.id, userId: null, label: `…${token.hint}` } as const;
  return { ...place, actor, actorId: `token ${token.id}`, may };
}

/** Names what the token lacks. */
function missingScope(permission: Permission): string {
  const scopes = scopesFor(permission);
  if (scopes.length > 0) return `This needs a token with the scope ${scopes.join(' or ')}.`;
  return `This needs a user with the role ${rolesFor(permission).join(' or ')}; no access token may do it.`;
}

const secretOf = (authorization: string): string => /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';

const unauthorized = (): ApiError =>
  new ApiError(401, 'unauthorized', 'This needs a valid access token: Authorization: Bearer slp_….', {
    'www-authenticate': 'Bearer realm="sluice"',
  });

const tooManyFailures = (seconds: number): ApiError =>
  new ApiError(
    429,
    'too_many_failures',
    `Too many invalid access tokens came from this address; try again in ${seconds} s.`,
    { 'retry-after': String(seconds) },
  );
