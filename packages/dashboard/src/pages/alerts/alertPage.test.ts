import { describe, expect, test } from '@jest/globals';
import { alertPage, liftOf } from './alertPage';

const place = { org: 'acme', project: 'web' };

describe('the page of an alert', () => {
  test.each([
    ['new_issue', 'issue:0191-a', undefined, '/acme/web/issues/0191-a'],
    ['unmapped_release', 'drop:unmapped_release:shop@2/0', undefined, '/acme/web/releases/shop%402%2F0'],
    ['metric', 'series:1:0', 'a b', '/acme/web/metrics/a%20b'],
    ['metric', 'series:1:0', undefined, '/acme/web/metrics'],
    ['endpoint', 'series:1:0', undefined, '/acme/web/traces'],
    ['log_rate', 'series:1:0', undefined, '/acme/web/logs'],
    ['spike_cap', 'drop:spike_cap:', undefined, '/acme/web/usage'],
    ['monthly_quota', 'drop:monthly_quota:errors:80', undefined, '/acme/settings/quotas'],
    ['test', 'test', undefined, '/acme/settings/alerts'],
  ])('of %s about %s (metric: %s) is %s', (kind, subject, metric, to) => {
    expect(alertPage(place, { kind, subject, metric })?.to).toBe(to);
  });

  test('is none for what concerns a whole organization and has no page there', () => {
    expect(alertPage({ ...place, project: null }, { kind: 'losses', subject: 'drop:losses:log' })).toBeUndefined();
  });
});

describe('the lift that a message offers', () => {
  test('is the type and hour of its URL, whatever its host', () => {
    expect(liftOf('https://sluice.example/acme/web/usage?lift=log&hour=2026-03-01T10%3A00%3A00.000Z')).toEqual({
      lift: 'log',
      hour: '2026-03-01T10:00:00.000Z',
    });
  });

  test.each([undefined, '', 'no URL', 'https://sluice.example/acme/web/usage?lift=log'])('is none of %p', (url) => {
    expect(liftOf(url)).toBeUndefined();
  });
});
