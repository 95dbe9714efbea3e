import { expect, test } from '@jest/globals';
import { dsnsOf } from './dsn.js';

test.each([
  ['http://localhost:8000', 'http://K@localhost:8000'],
  ['https://sluice.example/base', 'https://K@sluice.example/base'],
  ['https://sluice.example:443/', 'https://K@sluice.example'],
])('the DSN on %s is %s, and that for SDKs of Sentry ends with the id of the project', (baseUrl, dsn) => {
  expect(dsnsOf({ kind: 'public', key: 'K', projectId: '42' }, baseUrl)).toEqual({ dsn, sentryDsn: `${dsn}/42` });
});

test('a server key has a DSN for SDKs of Sentry too', () => {
  const { sentryDsn } = dsnsOf({ kind: 'server', key: 'sls_1', projectId: '42' }, 'https://sluice.example');
  expect(sentryDsn).toBe('https://sls_1@sluice.example/42');
});
