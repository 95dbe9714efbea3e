import { describe, expect, test } from '@jest/globals';
import { compileOrigins } from '@sluice/filters';
import { checkDomain, checkOrigin } from './checkOrigin.js';

const passes = (domains: string[], origin?: string, referer?: string, allowNone = false): boolean =>
  checkDomain(compileOrigins(domains, allowNone), origin, referer) === undefined;

describe('allowed domains', () => {
  test.each<[string, boolean, string[], string | undefined, string | undefined]>([
    ['an empty list accepts everything', true, [], undefined, undefined],
    ['an empty list accepts "null"', true, [], 'null', undefined],
    ['a host, any port', true, ['example.com'], 'https://example.com:8443', undefined],
    ['a host, any scheme', true, ['example.com'], 'http://example.com', undefined],
    ['not a host that ends alike', false, ['example.com'], 'https://badexample.com', undefined],
    ['not a subdomain', false, ['example.com'], 'https://a.example.com', undefined],
    ['a port', true, ['example.com:8443'], 'https://example.com:8443', undefined],
    ['another port', false, ['example.com:8443'], 'https://example.com', undefined],
    ['the port of the scheme', true, ['example.com:443'], 'https://example.com', undefined],
    ['a subdomain', true, ['*.example.com'], 'https://a.example.com', undefined],
    ['a deep subdomain', true, ['*.example.com'], 'https://a.b.example.com', undefined],
    ['not the apex', false, ['*.example.com'], 'https://example.com', undefined],
    ['everything', true, ['*'], 'https://anything.test', undefined],
    ['everything, without an origin too', true, ['*'], undefined, undefined],
    ['everything, "null" too', true, ['*'], 'null', undefined],
    ['upper case in the entry', true, ['EXAMPLE.com'], 'https://example.com', undefined],
    ['a trailing dot in the origin', true, ['example.com'], 'https://example.com.', undefined],
    ['a trailing dot in the entry', true, ['example.com.'], 'https://example.com', undefined],
    ['a scheme in the entry is ignored', true, ['https://example.com/'], 'http://example.com', undefined],
    ['an international name', true, ['münchen.example'], 'https://xn--mnchen-3ya.example', undefined],
    ['IPv6', true, ['[::1]:3000'], 'http://[::1]:3000', undefined],
    ['the referer without an origin', true, ['example.com'], undefined, 'https://example.com/page?x=1'],
    ['the origin before the referer', false, ['example.com'], 'https://evil.test', 'https://example.com/'],
    ['"null" does not fall back to the referer', false, ['example.com'], 'null', 'https://example.com/'],
    ['neither header', false, ['example.com'], undefined, undefined],
    ['an origin that is no URL', false, ['example.com'], 'example.com', undefined],
    ['an invalid entry matches nothing', false, ['exa mple/%'], 'https://example.com', undefined],
    ['a user part is not the host', false, ['example.com'], undefined, 'https://example.com@evil.test/'],
  ])('%s', (...[, expected, domains, origin, referer]) => {
    expect(passes(domains, origin, referer)).toBe(expected);
  });

  test('allowNoOrigin accepts requests without an origin, and not those of other origins', () => {
    expect(passes(['example.com'], undefined, undefined, true)).toBe(true);
    expect(passes(['example.com'], 'null', undefined, true)).toBe(true);
    expect(passes(['example.com'], 'https://evil.test', undefined, true)).toBe(false);
  });
});

describe('a server key', () => {
  const check = (origin?: string, referer?: string) =>
    checkOrigin(
      { headers: { origin, referer } },
      { project: { origins: compileOrigins(['example.com'], false) }, keyKind: 'server' },
    );

  test.each([undefined, 'https://evil.test/', 'https://example.com/'])(
    'needs no origin and no allowed domain, with the referer %j',
    (referer) => expect(check(undefined, referer)).toBeUndefined(),
  );

  test.each(['https://example.com', 'https://evil.test', 'null', ''])(
    'is refused with the origin %j, allowed or not',
    (origin) => expect(check(origin)).toMatchObject({ status: 403, code: 'server_key_in_browser' }),
  );
});
