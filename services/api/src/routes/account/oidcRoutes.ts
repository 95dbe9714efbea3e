import { API_ROOT, oidcApi } from '@sluice/api-contract';
import { findPerson, type Oidc, type OidcAttempt } from '@sluice/identity';
import {
  ApiError,
  cookie,
  notFound,
  readCookie,
  type AccountContext,
  type AccountReply,
  type Route,
  serve,
} from '@sluice/management';
import type { AccountServices } from './accountServices.js';
import { openSession } from './startSession.js';

const LIFETIME_MS = 600_000;

/** Name of the cookie that holds the attempt; see `sessionCookieName`. */
const cookieName = ({ baseUrl }: AccountContext['head']): string =>
  baseUrl.startsWith('https:') ? '__Host-sluice_oidc' : 'sluice_oidc';

const redirectUri = ({ head }: AccountContext, { id }: Oidc): string =>
  `${head.baseUrl}${API_ROOT}/oidc/${id}/callback`;

/** Signing in at an OpenID Connect provider: two redirects of the browser. */
export function oidcRoutes(services: AccountServices): readonly Route<'user' | 'anyone'>[] {
  const providerOf = (id: string | undefined): Oidc => {
    if (services.oidc === undefined || services.oidc.id !== id) throw notFound('provider');
    return services.oidc;
  };
  const back = ({ head }: AccountContext, target: string, cookies: readonly string[]): AccountReply<undefined> => {
    const cleared = cookie(head, { name: cookieName(head), value: '', maxAgeMs: 0 });
    return redirect(`${head.baseUrl}/${target}`, [cleared, ...cookies]);
  };
  return [
    serve(oidcApi.begin, async ({ params }, context) => {
      const provider = providerOf(params.provider);
      const { url, attempt } = await provider.begin(redirectUri(context, provider));
      const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
      return redirect(url, [cookie(context.head, { name: cookieName(context.head), value, maxAgeMs: LIFETIME_MS })]);
    }),
    serve(oidcApi.finish, async ({ params, query }, context) => {
      const { db, clock, head } = context;
      const provider = providerOf(params.provider);
      try {
        const attempt = readAttempt(readCookie(head.cookie, cookieName(head)));
        const current = new URL(redirectUri(context, provider));
        for (const [name, value] of Object.entries(query)) current.searchParams.set(name, value);
        const user = await findPerson(db, await provider.finish(current, attempt), clock());
        const session = await openSession(services, context, user.id, 'oidc');
        return back(context, '', [session.cookie]);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        services.logger.warn(
          { err: error.cause ?? error, code: error.code },
          'sign-in at the identity provider failed',
        );
        return back(context, `sign-in?error=${error.code}`, []);
      }
    }),
  ];
}

const redirect = (location: string, cookies: readonly string[]): AccountReply<undefined> => ({
  status: 302,
  body: undefined,
  headers: { location, 'set-cookie': cookies },
});

function readAttempt(text: string): OidcAttempt {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<OidcAttempt>;
    const { state = '', nonce = '', verifier = '' } = value;
    if (state !== '' && nonce !== '' && verifier !== '') return { state, nonce, verifier };
  } catch {
    // No attempt of this browser.
  }
  throw new ApiError(401, 'oidc_failed', 'The sign-in took too long or began in another browser; try again.');
}
