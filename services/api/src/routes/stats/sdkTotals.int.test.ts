import { expect, test } from '@jest/globals';
import { storeSdkCounts } from '@sluice/accounting';
import { hourOf } from '@sluice/contract';
import { useTenant } from '@sluice/testkit';
import { useApi } from '../../testing/apiHarness.js';

const api = useApi();
const ours = useTenant(api, 'ours');
const theirs = useTenant(api, 'theirs');

test('statistics have what Sentry SDKs sent or dropped besides events in their range, and count it nowhere else', async () => {
  const store = (hoursAgo: number, sessions: number) => {
    const at = { projectId: ours.projectId, hour: hourOf(api.now) - hoursAgo };
    return storeSdkCounts(api.db, 'gateway', [
      { ...at, kind: 'item', name: 'session', reason: '', count: sessions },
      { ...at, kind: 'item', name: 'check_in', reason: '', count: 3 },
      { ...at, kind: 'discarded', name: 'error', reason: 'ratelimit_backoff', count: 1 },
      { ...at, kind: 'discarded', name: 'span', reason: 'buffer_overflow', count: 200 },
    ]);
  };
  await store(1, 2);
  await store(3, 3);
  await store(30, 100);
  const totals = {
    notTaken: [
      { name: 'check_in', count: 6 },
      { name: 'session', count: 5 },
    ],
    droppedBySdks: [
      { category: 'span', reason: 'buffer_overflow', count: 400 },
      { category: 'error', reason: 'ratelimit_backoff', count: 2 },
    ],
  };
  expect(await statsOf('stats')).toEqual({ data: [], folded: [], entries: [], ...totals });
  expect(await statsOf('stats?type=log')).toMatchObject(totals);
  const from = new Date(api.now - 40 * 3_600_000).toISOString();
  expect(await statsOf(`stats?from=${from}`)).toMatchObject({
    notTaken: [
      { name: 'session', count: 105 },
      { name: 'check_in', count: 9 },
    ],
  });
  expect(await statsOf('stats', theirs)).toMatchObject({ notTaken: [], droppedBySdks: [] });
});

async function statsOf(path: string, tenant = ours): Promise<unknown> {
  return (await api.ask(`${tenant.path}/${path}`, { token: tenant.token })).body;
}
