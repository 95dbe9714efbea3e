import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensurePartitions, PARTITIONED_TABLES } from '@sluice/db';
import { storeThrown } from '../../testing/storeThrown.js';
import { type Answer, useApi } from '../../testing/apiHarness.js';
import { useTenant } from '@sluice/testkit';

const api = useApi();
const ours = useTenant(api, 'ours');
beforeAll(async () => {
  const interval = 'day' as const;
  const range = { fromMs: api.now - 2 * 86_400_000, throughMs: api.now };
  await ensurePartitions(api.db, { tables: PARTITIONED_TABLES, interval, ...range });
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  await storeThrown(api, ours, [
    { environment: 'dev-1', release: '1.0.0', message: 'ResizeObserver loop', contexts: { 'user.ip': '10.1.2.3' } },
    { environment: 'dev-2', release: '1.1.0', contexts: { 'user.ip': '192.0.2.7', 'user.agent': bot } },
    { environment: 'dev-2', release: '1.1.0', contexts: { 'page.url': 'http://localhost:3000/' } },
    { environment: 'production', release: '2.0.0', payload: { frames: [{ file: 'chrome-extension://abc/x.js' }] } },
    { environment: 'dev-old', ago: 25 * 3_600_000 },
  ]);
});

describe('the preview of a filter', () => {
  test.each([
    ['environments', ['dev-*'], 3],
    ['environments', ['dev-1', '*-2'], 3],
    ['releases', ['1.1.*'], 2],
    ['messages', ['*ResizeObserver*'], 1],
    ['messages', ['ResizeObserver'], 0],
    ['messages', ['TypeError: *'], 4],
    ['ips', ['10.0.0.0/8'], 1],
    ['crawlers', [], 1],
    ['localhost', [], 1],
    ['browserExtensions', [], 1],
    ['legacyBrowsers', [], 0],
  ])('%s %j would have dropped %d events of the last 24 hours', async (filter, entries, matched) => {
    const { status, body } = await preview(filter, entries);
    expect({ status, body }).toMatchObject({ status: 200, body: { matched, scanned: 4, scannedTo: null } });
    const { examples } = body as { examples: readonly unknown[] };
    expect(examples.length > 0).toBe(matched > 0);
  });

  test('counts events whose address or agent is not stored as unknown', async () => {
    expect((await preview('ips', ['10.0.0.0/8'])).body).toMatchObject({
      types: expect.arrayContaining([{ type: 'exception', matched: 1, scanned: 4, unknown: 2, scannedTo: null }]),
    });
    expect((await preview('crawlers')).body).toMatchObject({
      types: expect.arrayContaining([{ type: 'exception', matched: 1, scanned: 4, unknown: 3, scannedTo: null }]),
    });
    expect((await preview('releases', ['1.*'])).body).toMatchObject({
      types: expect.arrayContaining([expect.objectContaining({ type: 'exception', unknown: 0 })]),
    });
  });

  test('shows examples with their text', async () => {
    expect((await preview('environments', ['dev-1'])).body).toMatchObject({
      examples: [{ type: 'exception', text: expect.stringContaining('ResizeObserver loop') }],
    });
  });

  test.each([
    ['ips', ['10.0.0.0/33'], 'filters.ips must be a list of IP addresses'],
    ['ips', [], 'at least one entry'],
    ['crawlers', ['x'], 'is a switch'],
  ])('of %s %j is refused', async (filter, entries, message) => {
    const { status, body } = await preview(filter, entries);
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining(message) } },
    });
  });
});

describe('the test of allowed domains', () => {
  test('decides like a gateway', async () => {
    const origins = ['https://example.com', 'https://a.example.com:8443', 'https://evil.test', ''];
    const body = { allowedDomains: ['example.com', '*.example.com'], origins };
    const answer = await api.ask(`${ours.path}/domains/preview`, { method: 'POST', token: ours.token, body });
    expect((answer.body as { data: { allowed: boolean }[] }).data.map(({ allowed }) => allowed)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

function preview(filter: string, entries: readonly string[] = []): Promise<Answer> {
  return api.ask(`${ours.path}/filters/preview`, { method: 'POST', token: ours.token, body: { filter, entries } });
}
