import { ApiError } from '@sluice/management';
import type { Configuration } from 'openid-client';
import { createIdTokenVerifier, type VerifyIdToken } from './createIdTokenVerifier.js';
import { isProtected, parseIssuer } from './providerUrl.js';

/** How to reach a provider. */
interface OidcConfig {
  /** Empty: no provider. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Text of the button. */
  readonly name: string;
}

/** What the browser keeps while its user is at the provider. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who signed in at the provider. */
export interface OidcPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider vouches for the address. */
  readonly isVerified: boolean;
  readonly name: string;
}

/** An OpenID Connect provider. */
export interface Oidc {
  readonly id: string;
  readonly name: string;
  /** Returns where to send the browser, and what it must keep. */
  readonly begin: (redirectUri: string) => Promise<{ readonly url: string; readonly attempt: OidcAttempt }>;
  /** Returns who came back. @param currentUrl address of the callback with its query @throws ApiError 401 `oidc_failed` */
  readonly finish: (currentUrl: URL, attempt: OidcAttempt) => Promise<OidcPerson>;
}

const TIMEOUT_S = 10;

/** Loaded on first use: most installations have no provider. */
const loadClient = () => import('openid-client');

const because = (error: ApiError, cause: unknown): ApiError => Object.assign(error, { cause });

/** What is known of a provider. */
interface Provider {
  readonly configuration: Configuration;
  readonly verifyIdToken: VerifyIdToken;
}

async function discover({
  issuer,
  clientId,
  clientSecret,
}: Pick<OidcConfig, 'issuer' | 'clientId' | 'clientSecret'>): Promise<Provider> {
  const client = await loadClient();
  const server = new URL(parseIssuer(issuer));
  const options = {
    timeout: TIMEOUT_S,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- The issuer is on this machine.
    ...(server.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}),
  };
  const configuration = await client.discovery(server, clientId, clientSecret, undefined, options);
  const metadata = configuration.serverMetadata();
  for (const name of ENDPOINTS) {
    const address = metadata[name];
    if (address === undefined) continue;
    const url = new URL(address);
    // A provider with TLS needs it everywhere; one on this machine may be on this machine everywhere.
    const isSafe = server.protocol === 'https:' ? url.protocol === 'https:' : isProtected(url);
    if (!isSafe) throw insecure(name, address);
  }
  return { configuration, verifyIdToken: await createIdTokenVerifier(metadata, { timeoutMs: TIMEOUT_S * 1_000 }) };
}

/** Addresses that get secrets or answer who signed in. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;

const insecure = (name: string, address: string): Error =>
  new Error(`the metadata of the provider has a ${name} without TLS: ${address}`);

/** Returns the provider; `undefined` if none is configured. Its metadata is read on first use, again after a failure. */
export function createOidc({ issuer, clientId, clientSecret, name }: OidcConfig): Oidc | undefined {
  if (issuer === '') return undefined;
  let discovered: Promise<Provider> | undefined;
  const configured = (): Promise<Provider> =>
    (discovered ??= discover({ issuer, clientId, clientSecret }).catch((error: unknown) => {
      discovered = undefined;
      throw because(
        new ApiError(503, 'unavailable', `The identity provider ${name} is unavailable; try again.`),
        error,
      );
    }));
  return {
    id: 'oidc',
    name,
    begin: async (redirectUri) => {
      const [client, { configuration }] = [await loadClient(), await configured()];
      const verifier = client.randomPKCECodeVerifier();
      const attempt = { state: client.randomState(), nonce: client.randomNonce(), verifier };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, attempt };
    },
    finish: async (currentUrl, attempt) => {
      const [client, { configuration, verifyIdToken }] = [await loadClient(), await configured()];
      try {
        const tokens = await client.authorizationCodeGrant(configuration, currentUrl, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || tokens.id_token === undefined) throw new Error('no ID token');
        await verifyIdToken(tokens.id_token);
        const info =
          typeof claims['email'] === 'string'
            ? claims
            : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: typeof info['email'] === 'string' ? info['email'] : undefined,
          isVerified: info['email_verified'] === true,
          name: typeof info['name'] === 'string' ? info['name'] : '',
        };
      } catch (error) {
        throw because(
          new ApiError(401, 'oidc_failed', `The sign-in at ${name} failed or took too long; try again.`),
          error,
        );
      }
    },
  };
}
