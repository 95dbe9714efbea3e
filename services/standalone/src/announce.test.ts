import { describe, expect, test } from '@jest/globals';
import { GATEWAY_SETTINGS } from '@sluice/gateway';
import { readSettings } from '@sluice/runtime';
import { limitsLine, readyText } from './announce.js';

describe('the output of a start', () => {
  test('contains the limits of a batch in force', () => {
    expect(limitsLine(readSettings(GATEWAY_SETTINGS, { MAX_JSON_VALUES: '5000' }))).toBe(
      'Batch limits: 10 MiB (20 MiB decompressed), 1,000 events, 5,000 JSON values (MAX_JSON_VALUES), depth 1,000.',
    );
  });

  test('begins with the URL, then shows how to send a first batch', () => {
    const baseUrl = 'http://localhost:8000';
    const demo = {
      baseUrl,
      dsn: 'DSN',
      sentryDsn: 'OTHER',
      key: 'KEY',
      organization: 'demo',
      project: 'demo',
      token: 'TOKEN',
    };
    const text = readyText(baseUrl, { demo, signInLink: 'LINK', limits: 'LIMITS', nowMs: 0 });
    expect(text).toMatch(/^ready http:\/\/localhost:8000\n\nSign in .*\n {2}LINK\n\nSend a first batch:\n {2}curl /);
    expect(text).toContain('\nDSN         DSN\nSentry DSN  OTHER\nToken       TOKEN\n');
    expect(text).toMatch(/\n\nLIMITS\n$/);
  });

  test('without a demo project, shows the commands that create one', () => {
    const text = readyText('http://localhost:8000', {
      demo: undefined,
      signInLink: undefined,
      limits: 'LIMITS',
      nowMs: 0,
    });
    expect(text.split('\n')[0]).toBe('ready http://localhost:8000');
    expect(text).toContain('npm run -s sluice -- org create acme\n  npm run -s sluice -- project create acme/web');
  });

  test('without a demo project, the first user becomes the owner of the organization', () => {
    const text = readyText('http://localhost:8000', {
      demo: undefined,
      signInLink: 'LINK',
      limits: 'LIMITS',
      nowMs: 0,
    });
    expect(text).toContain('npm run -s sluice -- org create acme --owner owner@localhost\n');
  });
});
