import { HOUR_MS } from '@sluice/contract';
import {
  authenticateSession,
  authenticateToken,
  isSecret,
  isTokenSecret,
  recordSessionUse,
  recordTokenUse,
  type Database,
  type SessionDetail,
  type SignedIn,
  type Token,
} from '@sluice/db';
import { clientAddress, parseNetworks, type Clock, type Logger } from '@sluice/runtime';
import { ApiError } from '../apiError.js';
import type { AccessConfig } from './accessConfig.js';
import type { RequestLimiter } from './createRequestLimiter.js';
import { createTokenThrottle, type Attempt, type TokenThrottle } from './createTokenThrottle.js';
import { createUseRecorder } from './createUseRecorder.js';
import { assertCsrf } from './csrf.js';
import type { RequestHead } from './requestHead.js';
import { clearSessionCookie, readCookie, sessionCookieName } from './sessionCookie.js';

/** Dependencies of the authentication. */
export interface AuthenticatorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Bounds concurrent lookups. */
  readonly limiter: RequestLimiter;
  /** What is read of sessions. */
  readonly sessionDetail: SessionDetail;
}

/** A session and the cookie that proves it. */
export interface CookieSession extends SignedIn {
  readonly secret: string;
}

/** Who sent a request. */
type Sender =
  { readonly kind: 'token'; readonly token: Token } | { readonly kind: 'session'; readonly session: CookieSession };

/** Finds out who sends requests. */
export interface Authenticator {
  /**
   * Runs `work` with the sender of a request, in the permit of its lookup. A token counts before a session.
   * @throws ApiError 401, 403 (a cookie without its CSRF token) or 429
   */
  readonly withSender: <T>(head: RequestHead, work: (sender: Sender) => Promise<T>) => Promise<T>;
  /** Returns the session of the cookie. @throws ApiError 401, 403 or 429 */
  readonly readSession: (head: RequestHead) => Promise<CookieSession>;
  /** Returns the address of the client. */
  readonly addressOf: (head: RequestHead) => string;
}

/** Clients and secrets that a throttle remembers, at a few hundred bytes each. */
const REMEMBERED = 10_000;

/**
 * Missing, malformed, unknown, expired and revoked tokens get the same response. A client that sent too many invalid tokens
 * or cookies gets 429 before a lookup; both are counted separately, so that a browser with an old cookie does not slow down
 * a pipeline at the same address.
 */
export function createAuthenticator(deps: AuthenticatorDeps, config: AccessConfig): Authenticator {
  const { db, clock, logger, limiter, sessionDetail: detail } = deps;
  const recordToken = createUseRecorder<Token>({
    clock,
    logger,
    record: (token, now) => recordTokenUse(db, token, now),
  });
  const recordSession = createUseRecorder<SignedIn>({
    clock,
    logger,
    record: (session, now) => recordSessionUse(db, session, now),
  });
  const trusted = parseNetworks(config.trustedProxies);
  const addressOf = ({ peer, forwardedFor }: RequestHead): string => clientAddress(peer, forwardedFor, trusted);
  const createThrottle = (): TokenThrottle =>
    createTokenThrottle({ perMinute: config.maxFailedTokens, remembered: REMEMBERED });
  const throttles = { token: createThrottle(), session: createThrottle() };
  const idleMs = config.sessionIdleHours * HOUR_MS;

  const withToken = <T>(head: RequestHead, work: (token: Token) => Promise<T>): Promise<T> => {
    const secret = secretOf(head.authorization ?? '');
    if (!isTokenSecret(secret)) throw unauthorized();
    return lookUp({ throttle: throttles.token, limiter }, { address: addressOf(head), secret }, async (known) => {
      const token = await authenticateToken(db, secret, clock());
      if (token === undefined) throw unauthorized();
      known(token.organizationId);
      await recordToken(token);
      return work(token);
    });
  };
  const withSession = <T>(head: RequestHead, work: (session: CookieSession) => Promise<T>): Promise<T> => {
    const secret = readCookie(head.cookie, sessionCookieName(head));
    if (!isSecret(secret)) throw unauthorized();
    assertCsrf(head, secret);
    return lookUp({ throttle: throttles.session, limiter }, { address: addressOf(head), secret }, async (known) => {
      const found = await authenticateSession(db, secret, { nowMs: clock(), idleMs, detail });
      if (found === undefined) throw ended(head);
      known(`user ${found.user.id}`);
      await recordSession(found);
      return work({ ...found, secret });
    });
  };
  return {
    addressOf,
    withSender: async (head, work) => {
      const usesCookie = head.authorization === undefined && readCookie(head.cookie, sessionCookieName(head)) !== '';
      return usesCookie
        ? withSession(head, (session) => work({ kind: 'session', session }))
        : withToken(head, (token) => work({ kind: 'token', token }));
    },
    readSession: async (head) => {
      if (readCookie(head.cookie, sessionCookieName(head)) === '') throw signedOut();
      return withSession(head, (session) => Promise.resolve(session));
    },
  };
}

/** Runs a lookup behind a throttle and a limiter; a 401 of `find` counts as a failure of the client. */
function lookUp<T>(
  { throttle, limiter }: { readonly throttle: TokenThrottle; readonly limiter: RequestLimiter },
  attempt: Attempt,
  find: (known: (tenant: string) => void) => Promise<T>,
): Promise<T> {
  const admit = (): void => {
    const waitMs = throttle.waitMs(attempt);
    if (waitMs > 0) throw tooManyFailures(Math.ceil(waitMs / 1_000));
  };
  // Checked twice: before the limiter, so that a throttled client takes no permit, and after waiting for one.
  admit();
  return limiter.run(throttle.tenantOf(attempt), async () => {
    admit();
    const state = { isKnown: false };
    try {
      return await find((tenant) => {
        state.isKnown = true;
        throttle.recordSuccess(attempt, tenant);
      });
    } catch (error) {
      if (!state.isKnown && error instanceof ApiError && error.status === 401) throttle.recordFailure(attempt);
      throw error;
    }
  });
}

const secretOf = (authorization: string): string => /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';

const unauthorized = (): ApiError =>
  new ApiError(401, 'unauthorized', 'This needs a valid access token: Authorization: Bearer slp_….', {
    'www-authenticate': 'Bearer realm="sluice"',
  });

const signedOut = (): ApiError => new ApiError(401, 'unauthorized', 'This needs a session; sign in first.');

/** The cookie is removed, so that the browser does not send it again. */
const ended = (head: RequestHead): ApiError =>
  new ApiError(401, 'unauthorized', 'The session has ended; sign in again.', {
    'set-cookie': clearSessionCookie(head),
  });

const tooManyFailures = (seconds: number): ApiError =>
  new ApiError(
    429,
    'too_many_failures',
    `Too many invalid access tokens came from this address; try again in ${seconds} s.`,
    { 'retry-after': String(seconds) },
  );
