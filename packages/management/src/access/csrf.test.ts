import { describe, expect, test } from '@jest/globals';
import { baseUrlOf } from './baseUrlOf.js';
import { assertSameOrigin } from './csrf.js';

interface Headers extends Record<string, string | undefined> {
  readonly host: string;
  readonly origin?: string;
  readonly 'sec-fetch-site'?: string;
  readonly 'x-forwarded-proto'?: string;
}

const TLS = { 'x-forwarded-proto': 'https' } as const;
const PUBLIC = 'https://sluice.example/base';

describe('a request that changes something', () => {
  test.each<[string, Headers & { readonly publicUrl?: string }]>([
    ['of a program', { host: 'sluice.example' }],
    ['of a page on this machine', { host: 'localhost:8000', origin: 'http://localhost:8000' }],
    ['of a page of a container', { host: 'my_sluice:4100', origin: 'http://my_sluice:4100' }],
    ['of a page with TLS', { host: 'sluice.example', origin: 'https://sluice.example', ...TLS }],
    ['of a page whose proxy names the usual port', { host: 'A.example:443', origin: 'https://a.example', ...TLS }],
    ['of a page of PUBLIC_URL', { host: 'internal', origin: 'https://sluice.example', publicUrl: PUBLIC }],
    [
      'of a page of another address of the service',
      { host: '10.0.0.5:8000', origin: 'http://10.0.0.5:8000', publicUrl: PUBLIC },
    ],
    [
      'of a page whose proxy does not name TLS',
      { host: 'a.example', origin: 'https://a.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('%s passes', (_what, { publicUrl, ...headers }) => {
    expect(refusalOf(headers, publicUrl)).toBeUndefined();
  });

  test.each<[string, Headers & { readonly publicUrl?: string }]>([
    ['without TLS', { host: 'sluice.example', origin: 'http://sluice.example', ...TLS }],
    ['without TLS, of PUBLIC_URL', { host: 'internal', origin: 'http://sluice.example', publicUrl: PUBLIC }],
    ['with TLS that the request has not', { host: 'sluice.example', origin: 'https://sluice.example' }],
    [
      'without TLS, whatever the browser says',
      { host: 'a.example', origin: 'http://a.example', 'sec-fetch-site': 'same-origin', ...TLS },
    ],
    ['of another port', { host: 'localhost:8000', origin: 'http://localhost:8001' }],
    ['of the usual port', { host: 'localhost:8000', origin: 'http://localhost' }],
    ['of a sibling', { host: 'sluice.example', origin: 'http://evil.sluice.example' }],
    ['of a host that ends the same', { host: 'sluice.example', origin: 'http://evilsluice.example' }],
    ['of a local file', { host: 'sluice.example', origin: 'null' }],
  ])('of a page %s is refused', (_what, { publicUrl, ...headers }) => {
    expect(refusalOf(headers, publicUrl)).toBe('cross_site');
  });
});

/** The code with which a request that changes something is refused; `undefined` if it passes. */
function refusalOf(headers: Headers, publicUrl?: string): unknown {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  const urls = { requestedUrl: baseUrlOf({ headers }, undefined), baseUrl: baseUrlOf({ headers }, publicUrl) };
  try {
    assertSameOrigin({ isUnsafe: true, origin, fetchSite, ...urls });
    return undefined;
  } catch (error) {
    return (error as { readonly code?: unknown }).code ?? error;
  }
}
