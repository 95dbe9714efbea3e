import { describe, expect, test } from '@jest/globals';
import { compileOrigins } from '@sluice/filters';
import { checkDomain, checkOrigin } from './checkOrigin.js';

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
    ['a host with any scheme, as before', true, ['localhost'], 'capacitor://localhost', undefined],
    ['an app', true, ['app://shop'], 'app://shop', undefined],
    ['an app, any case', true, ['APP://Shop'], 'app://SHOP', undefined],
    ['an app by its referer', true, ['app://shop'], undefined, 'app://shop/index.html?x=1'],
    ['not the host of an app with another scheme', false, ['app://shop'], 'https://shop', undefined],
    ['not another app', false, ['app://shop'], 'app://shop2', undefined],
    ['not an app whose user part is the host', false, ['app://shop'], undefined, 'app://shop@evil/'],
    ['all apps of a scheme', true, ['app://*'], 'app://shop', undefined],
    ['all apps of a scheme, without a host too', true, ['app://*'], 'app://', undefined],
    ['not apps of another scheme', false, ['app://*'], 'app2://shop', undefined],
    ['hosts below the host of an app', true, ['app://*.shop'], 'app://a.b.shop', undefined],
    ['not that host itself', false, ['app://*.shop'], 'app://shop', undefined],
    ['an app without a host', true, ['app://'], 'app://', undefined],
    ['not an app with a host', false, ['app://'], 'app://shop', undefined],
    ['a dot as the host of an app', true, ['app://.'], 'app://.', undefined],
    ['a dot, and nothing else', false, ['app://.'], 'app://a.', undefined],
    ['a port of an app', true, ['ionic://localhost:8100'], 'ionic://localhost:8100', undefined],
    ['not another port of an app', false, ['ionic://localhost:8100'], 'ionic://localhost', undefined],
    ['an extension', true, ['chrome-extension://cjpalhdl'], 'chrome-extension://cjpalhdl', undefined],
    ['all extensions of Firefox', true, ['moz-extension://*'], 'moz-extension://550e8400-e29b', undefined],
    ['an international name of an app', true, ['app://münchen'], 'app://m%C3%BCnchen', undefined],
    ['files', true, ['file://'], 'file://', undefined],
    ['files do not have the origin "null"', false, ['file://'], 'null', undefined],
    ['files are no other scheme', false, ['file://'], 'https://file', undefined],
    ['the origin "null"', true, ['null'], 'null', undefined],
    ['"null" is not a missing origin', false, ['null'], undefined, undefined],
    ['"null" is not a host', false, ['null'], 'https://null', undefined],
    ['"null" is no other origin', false, ['null'], 'https://example.com', undefined],
    ['an invalid app matches nothing', false, ['app://a*b'], 'app://a*b', undefined],
  ])('are compared with the origin: %s', (...[, expected, domains, origin, referer]) => {
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

function passes(domains: string[], origin?: string, referer?: string, allowNone = false): boolean {
  return checkDomain(compileOrigins(domains, allowNone), origin, referer) === undefined;
}
