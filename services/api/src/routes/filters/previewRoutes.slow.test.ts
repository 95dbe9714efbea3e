import { beforeAll, expect, test } from '@jest/globals';
import { ensurePartitions, PARTITIONED_TABLES } from '@sluice/db';
import { longestStallDuring } from '@sluice/testkit/eventLoop';
import { useApi } from '../../testing/apiHarness.js';
import { storeThrown } from '../../testing/storeThrown.js';
import { useTenant } from '@sluice/testkit';

/** Milliseconds of CPU time; decision 0064. */
const MOST_STALL_MS = 50;
const api = useApi();
const ours = useTenant(api, 'ours');
beforeAll(async () => {
  const range = { fromMs: api.now - 2 * 86_400_000, throughMs: api.now };
  await ensurePartitions(api.db, { tables: PARTITIONED_TABLES, interval: 'day', ...range });
  const thrown = Array.from({ length: 3_000 }, (_, index) => ({ message: `${'a'.repeat(600)} ${index}` }));
  await storeThrown(api, ours, thrown);
}, 60_000);

const classes = (count: number): string => `*${'[ab]'.repeat(count)}c*`;

test.each<[string, readonly string[]]>([
  ['one pattern', [classes(84)]],
  ['the most classes', Array.from({ length: 11 }, () => classes(45))],
  ['any characters', [`*a${'?'.repeat(500)}c*`, `*b${'?'.repeat(500)}d*`]],
])(
  'a preview over 3,000 long messages does not block other requests: %s',
  async (_, entries) => {
    const body = { filter: 'messages', entries };
    const ask = () => api.ask(`${ours.path}/filters/preview`, { method: 'POST', token: ours.token, body });
    expect((await ask()).body).toMatchObject({ scanned: 3_000, matched: 0 });
    expect(await longestStallDuring(ask)).toBeLessThan(MOST_STALL_MS);
  },
  60_000,
);
