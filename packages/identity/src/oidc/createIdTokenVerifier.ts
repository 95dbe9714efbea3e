import type { ServerMetadata } from 'openid-client';

/** Resolves if the provider signed the ID token. @throws otherwise, or if its keys cannot be read */
export type VerifyIdToken = (idToken: string) => Promise<void>;

/** Asymmetric algorithms. `none` is no signature, and those with the client secret could be confused with these. */
const ALGORITHMS: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);
/** What a provider uses that announces nothing (OpenID Connect Discovery, 3). */
const DEFAULT_ALGORITHMS = ['RS256'];

/** Of a key that is unknown, or that does not fit: the provider may have new ones. */
const STALE_KEYS: ReadonlySet<unknown> = new Set(['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED']);
const RELOAD_MS = 30_000;
const KEPT_MS = 600_000;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Creates the check of signatures with the keys of the provider, by the algorithms that it announces. Keys are kept for ten minutes.
 * If none fits, they are read again, at most every 30 seconds. The claims are not checked here.
 * @param now monotonic clock in milliseconds
 */
export async function createIdTokenVerifier(
  { jwks_uri: jwksUri, id_token_signing_alg_values_supported: announced }: ServerMetadata,
  { timeoutMs, now = () => performance.now() }: { readonly timeoutMs: number; readonly now?: () => number },
): Promise<VerifyIdToken> {
  if (jwksUri === undefined) throw new Error('the metadata of the provider has no jwks_uri');
  // Loaded on first use: most installations have no provider.
  const { compactVerify, createRemoteJWKSet } = await import('jose');
  const algorithms = (announced ?? DEFAULT_ALGORITHMS).filter((name) => ALGORITHMS.has(name));
  const keys = createRemoteJWKSet(new URL(jwksUri), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: KEPT_MS,
    // Reloads are decided below: the first one after a change of keys must not wait.
    cooldownDuration: Number.POSITIVE_INFINITY,
  });
  let reloadedAt = Number.NEGATIVE_INFINITY;
  return async (idToken) => {
    try {
      await compactVerify(idToken, keys, { algorithms });
    } catch (error) {
      if (!STALE_KEYS.has(codeOf(error)) || now() - reloadedAt < RELOAD_MS) throw error;
      reloadedAt = now();
      await keys.reload();
      await compactVerify(idToken, keys, { algorithms });
    }
  };
}
