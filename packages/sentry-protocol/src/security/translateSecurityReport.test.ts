import { describe, expect, test } from '@jest/globals';
import { only } from '../testing/envelopes.js';
import { translateItems, translateSecurityReport, withoutProblem } from '../testing/translate.js';
import type { Translation } from '../translation.js';

const translate = (body: unknown, query = {}): Translation =>
  withoutProblem(translateSecurityReport(Buffer.from(JSON.stringify(body)), query));

const report = {
  'document-uri': 'https://shop.example/cart',
  'violated-directive': "script-src 'self'",
  'blocked-uri': 'https://user:secret@evil.example.net:8443/x.js?a=1',
  'source-file': 'https://shop.example/app.js',
  'line-number': 7,
  'column-number': 3,
  'original-policy': "script-src 'self'",
  disposition: 'enforce',
};

describe('translateSecurityReport', () => {
  test('makes an exception of a report', () => {
    const { id, events } = translate({ 'csp-report': report }, { environment: 'staging', release: 'shop@1' });
    expect(id).toMatch(/^[\da-f]{32}$/);
    expect(only(events)).toEqual({
      type: 'exception',
      timestamp: '9999-12-31T23:59:59Z',
      contexts: {
        environment: 'staging',
        release: 'shop@1',
        'event.id': id,
        url: 'https://shop.example/cart',
        csp: {
          'document-uri': 'https://shop.example/cart',
          'violated-directive': "script-src 'self'",
          'blocked-uri': 'https://user:secret@evil.example.net:8443/x.js?a=1',
          'source-file': 'https://shop.example/app.js',
          'line-number': 7,
          'column-number': 3,
          disposition: 'enforce',
        },
      },
      payload: {
        type: 'Content Security Policy',
        message: "Blocked 'script-src' from 'evil.example.net:8443'",
        level: 'warning',
        handled: true,
        fingerprint: ['csp', 'script-src', 'evil.example.net:8443'],
        frames: [{ file: 'https://shop.example/app.js', line: 7, column: 3 }],
      },
    });
  });

  test.each([
    ['inline', 'inline'],
    ['', 'self'],
    ['data:image/png;base64,aaaa', 'data'],
    ['wss://evil.example', 'evil.example'],
    ['eval', 'eval'],
  ])('names what %p blocked %p', (blocked, name) => {
    const { events } = translate({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': blocked } });
    expect(only(events).payload).toMatchObject({ message: `Blocked 'img-src' from '${name}'` });
    expect(only(events).payload).not.toHaveProperty('frames');
  });

  test('takes the reports of the Reporting API about policies, and counts others', () => {
    const body = {
      documentURL: 'https://shop.example/',
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://evil.example/x.js',
      originalPolicy: 'x',
    };
    const { events, untaken, id } = translate([
      { type: 'csp-violation', user_agent: 'Firefox', body },
      { type: 'deprecation', body: {} },
      { type: 'csp-violation', body: {} },
    ]);
    expect(events).toMatchObject([
      {
        contexts: { 'event.id': id, 'device.userAgent': 'Firefox', url: 'https://shop.example/' },
        payload: { fingerprint: ['csp', 'script-src-elem', 'evil.example'] },
      },
      { type: 'exception', payload: expect.stringContaining('directive') },
    ]);
    expect([...untaken]).toEqual([['deprecation', 1]]);
  });

  test('refuses what is no report, and counts reports of other kinds', () => {
    expect(translate(5).events).toEqual([
      { type: 'exception', timestamp: '9999-12-31T23:59:59Z', payload: expect.any(String) },
    ]);
    expect([...translate({ 'expect-ct-report': {} }).untaken]).toEqual([['expect-ct-report', 1]]);
    expect(translate([])).toMatchObject({ id: undefined, events: [] });
  });

  test('has a problem with more than 20,000 reports', () => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 20_001 }, () => 1)));
    expect(translateSecurityReport(body, {})).toMatchObject({ isTooLarge: true });
  });
});

test('a report may be an item of an envelope', () => {
  expect(translateItems([['raw_security', { 'csp-report': report }]]).events).toMatchObject([
    { payload: { type: 'Content Security Policy' } },
  ]);
});
