import {
  authenticateToken,
  findPlace,
  isTokenSecret,
  type Database,
  type Place,
  type Scope,
  type Token,
} from '@sluice/db';
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
  /** The token needs one of these scopes. */
  readonly scope: Scope | readonly Scope[];
}

/** The organization and project that a token may access, and its scopes. */
export interface Access extends Place {
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
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
 * scopes (403). Before them, a client that sent too many invalid tokens gets 429; only tokens that were looked up
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

async function enter(db: Database, token: Token, { params, scope }: AccessRequest): Promise<Access> {
  const { org = '', project } = params;
  const isText = Object.values(params).every(isStorable);
  const place = isText ? await findPlace(db, token.organizationId, { organization: org, project }) : undefined;
  if (place === undefined) throw notFound(project === undefined ? 'organization' : 'project');
  const scopes = [scope].flat();
  if (!scopes.some((one) => allows(token, one))) {
    throw new ApiError(403, 'forbidden', `This needs a token with the scope ${scopes.join(' or ')}.`);
  }
  return { ...place, tokenId: token.id, scopes: token.scopes };
}

/** `project:admin` is allowed everything (protocol 5). */
const allows = ({ scopes }: Token, scope: Scope): boolean => scopes.includes(scope) || scopes.includes('project:admin');

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
