import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { startFakeProvider, type FakeProvider } from '../testing/fakeProvider.js';
import { createOidc, type OidcAttempt, type OidcPerson } from './createOidc.js';

const SECRET = 'a client secret that is long enough to be one';
const CALLBACK = 'https://sluice.example/callback';
const now = (): number => Math.floor(Date.now() / 1_000);

const started: FakeProvider[] = [];
let provider: FakeProvider;
let oidc: ReturnType<typeof createOidc>;
beforeEach(async () => {
  provider = await startFakeProvider();
  started.push(provider);
  oidc = createOidc({ issuer: provider.issuer, clientId: 'sluice', clientSecret: SECRET, name: 'Test' });
});
afterAll(() => {
  for (const { stop } of started) stop();
});

interface Key {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
}

describe('the signature of an ID token', () => {
  test.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])('is checked with %s', async (alg) => {
    const [key, other] = [await newKey(alg, 'one'), await newKey(alg, 'one')];
    announce([key]);
    const person = await signIn((attempt) => sign(key, claimsOf(attempt)));
    expect(person).toMatchObject({ subject: 'ada', email: 'ada@example.com', isVerified: true });
    expect(await refusalOf(signIn((attempt) => sign(other, claimsOf(attempt))))).toBe('oidc_failed');
    const forged = signIn(async (attempt) => {
      const [header, , signature] = (await sign(key, claimsOf(attempt))).split('.');
      const body = Buffer.from(JSON.stringify(claimsOf(attempt, { sub: 'root' }))).toString('base64url');
      return [header, body, signature].join('.');
    });
    expect(await refusalOf(forged)).toBe('oidc_failed');
  });

  test('is RS256 if the provider announces nothing', async () => {
    const [rs, es] = [await newKey('RS256', 'rs'), await newKey('ES256', 'es')];
    announce([rs, es]);
    delete provider.metadata['id_token_signing_alg_values_supported'];
    expect(await signIn((attempt) => sign(rs, claimsOf(attempt)))).toMatchObject({ subject: 'ada' });
    expect(await refusalOf(signIn((attempt) => sign(es, claimsOf(attempt))))).toBe('oidc_failed');
  });

  test('is never absent or made with the client secret or a public key, whatever the provider announces', async () => {
    const key = await newKey('RS256', 'one');
    announce([key], ['RS256', 'HS256', 'none']);
    const withSecret = (secret: string) => (attempt: OidcAttempt) =>
      new SignJWT(claimsOf(attempt)).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(Buffer.from(secret));
    expect(await refusalOf(signIn(withSecret(SECRET)))).toBe('oidc_failed');
    expect(await refusalOf(signIn(withSecret(JSON.stringify(key.jwk))))).toBe('oidc_failed');
    expect(await refusalOf(signIn((attempt) => new UnsecuredJWT(claimsOf(attempt)).encode()))).toBe('oidc_failed');
  });

  test('is of a new key as soon as the provider has one, also under the name of the old one', async () => {
    const [first, second] = [await newKey('ES256', '1'), await newKey('ES256', '2')];
    announce([first]);
    await signIn((attempt) => sign(first, claimsOf(attempt)));
    announce([second]);
    expect(await signIn((attempt) => sign(second, claimsOf(attempt)))).toMatchObject({ subject: 'ada' });
    expect(provider.jwksReads()).toBe(2);
    expect(await refusalOf(signIn((attempt) => sign(first, claimsOf(attempt))))).toBe('oidc_failed');
  });

  test('of an unknown key reads the keys again once, not with every attempt', async () => {
    const [known, unknown] = [await newKey('ES256', '1'), await newKey('ES256', '2')];
    announce([known]);
    for (let i = 0; i < 5; i += 1) {
      expect(await refusalOf(signIn((attempt) => sign(unknown, claimsOf(attempt))))).toBe('oidc_failed');
    }
    expect(provider.jwksReads()).toBe(2);
    expect(await signIn((attempt) => sign(known, claimsOf(attempt)))).toMatchObject({ subject: 'ada' });
  });
});

describe('the claims of an ID token', () => {
  test.each<[string, JWTPayload]>([
    ['another nonce', { nonce: 'x' }],
    ['another audience', { aud: 'other' }],
    ['audiences and another authorized party', { aud: ['sluice', 'other'], azp: 'other' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end that has passed', { exp: now() - 60 }],
    ['a begin that is to come', { nbf: now() + 120 }],
  ])('refuse %s', async (_what, claims) => {
    const key = await newKey('ES256', '1');
    announce([key]);
    expect(await refusalOf(signIn((attempt) => sign(key, claimsOf(attempt, claims))))).toBe('oidc_failed');
  });

  test('tolerate clocks that differ by a few seconds', async () => {
    const key = await newKey('ES256', '1');
    announce([key]);
    const times = { exp: now() - 5, nbf: now() + 5, iat: now() + 5 };
    expect(await signIn((attempt) => sign(key, claimsOf(attempt, times)))).toMatchObject({ subject: 'ada' });
  });
});

describe('a provider', () => {
  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'with a %s without TLS on another machine is not used',
    async (name) => {
      announce([await newKey('ES256', '1')]);
      provider.metadata[name] = 'http://192.0.2.1/x';
      expect(await refusalOf(signIn(() => ''))).toBe('unavailable');
    },
  );

  test('without keys is not used', async () => {
    delete provider.metadata['jwks_uri'];
    expect(await refusalOf(signIn(() => ''))).toBe('unavailable');
  });

  test('without TLS on another machine is not asked', async () => {
    oidc = createOidc({ issuer: 'http://192.0.2.1', clientId: 'sluice', clientSecret: SECRET, name: 'Test' });
    const error = await signIn(() => '').catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringContaining('must begin with https://') },
    });
  });
});

async function newKey(alg: string, kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), alg, kid, use: 'sig' } };
}

/** Makes these the keys of the provider, which announces these algorithms. */
function announce(keys: readonly Key[], algorithms: readonly string[] = keys.map(({ alg }) => alg)): void {
  provider.jwks = { keys: keys.map(({ jwk }) => jwk) };
  provider.metadata['id_token_signing_alg_values_supported'] = algorithms;
}

/** Signs in with the ID token that this makes. */
async function signIn(makeToken: (attempt: OidcAttempt) => Promise<string> | string): Promise<OidcPerson> {
  if (oidc === undefined) throw new Error('no provider');
  const { attempt } = await oidc.begin(CALLBACK);
  provider.idToken = await makeToken(attempt);
  return oidc.finish(new URL(`${CALLBACK}?code=c&state=${attempt.state}`), attempt);
}

function claimsOf({ nonce }: OidcAttempt, more: JWTPayload = {}): JWTPayload {
  return {
    iss: provider.issuer,
    aud: 'sluice',
    sub: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    nonce,
    iat: now(),
    exp: now() + 300,
    ...more,
  };
}

function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'signed in',
    (error: unknown) => (error as { readonly code: unknown }).code,
  );
}

function sign({ alg, kid, privateKey }: Key, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(privateKey);
}
