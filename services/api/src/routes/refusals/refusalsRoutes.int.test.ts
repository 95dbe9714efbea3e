import { expect, test } from '@jest/globals';
import { hourOf } from '@sluice/contract';
import { storeRefusedOrigins, storeRefusedSamples } from '@sluice/accounting';
import { randomUUID } from 'node:crypto';
import { useApi } from '../../testing/apiHarness.js';
import { useTenant } from '@sluice/testkit';

const api = useApi();
const ours = useTenant(api, 'ours');
const theirs = useTenant(api, 'theirs');

test('samples are those of the last hour, of one reason or all', async () => {
  const sample = {
    projectId: ours.projectId,
    type: 'span',
    outcome: 'invalid',
    reason: 'payload',
    entry: null,
  } as const;
  const problem = { field: 'payload.uuid', problem: 'is required', event: '{"type":"span"}' };
  await storeRefusedSamples(api.db, [
    { ...sample, ...problem, id: randomUUID(), atMs: api.now - 1_000 },
    { ...sample, ...problem, id: randomUUID(), atMs: api.now - 3_601_000 },
    { ...sample, ...problem, id: randomUUID(), atMs: api.now, outcome: 'filtered', reason: 'release', entry: '1.*' },
  ]);
  expect((await listOf('refused')).map(({ reason }) => reason)).toEqual(['release', 'payload']);
  expect(await listOf('refused?reason=payload')).toMatchObject([{ ...problem, outcome: 'invalid', type: 'span' }]);
  expect(await listOf('refused', theirs)).toEqual([]);
});

test('origins are those of the last 24 hours, or of a range', async () => {
  const count = (hoursAgo: number, origin: string, times: number) =>
    storeRefusedOrigins(api.db, 'gateway', [
      { projectId: ours.projectId, hour: hourOf(api.now) - hoursAgo, origin, count: times },
    ]);
  await count(1, 'https://evil.test', 2);
  await count(3, 'https://evil.test', 2);
  await count(2, '', 7);
  await count(30, 'https://old.test', 1);
  expect((await listOf('refused/origins')).map(({ origin, count: sum }) => [origin, sum])).toEqual([
    ['', 7],
    ['https://evil.test', 4],
  ]);
  const from = new Date(api.now - 40 * 3_600_000).toISOString();
  expect(await listOf(`refused/origins?from=${from}`)).toHaveLength(3);
});

async function listOf(path: string, tenant = ours): Promise<readonly Record<string, unknown>[]> {
  const { body } = await api.ask(`${tenant.path}/${path}`, { token: tenant.token });
  return (body as { data: Record<string, unknown>[] }).data;
}
