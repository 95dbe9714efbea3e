import { beforeAll, expect, test } from '@jest/globals';
import { ARRIVAL, ensureTestPartitions, occurrence, storeOccurrences, useDatabase, useRole } from '@sluice/testkit';
import { readLatestEvents } from './readLatestEvents.js';

const database = useDatabase({ poolSize: 2 });
const alerts = useRole(database, 'sluice_alerts', 1);
beforeAll(() => ensureTestPartitions(database.db, ARRIVAL, ARRIVAL + 86_400_000));

test('the latest exception of an issue has what filters look at, as long as it is stored', async () => {
  const [first, second, other] = [occurrence(0), occurrence(1), occurrence(2, { hashes: ['bb'] })];
  const [issueId = '', , deleted = ''] = await storeOccurrences(database.db, first, second, other);
  await database.db.pool.query(
    `insert into exceptions (project_id, id, timestamp, type, message, level, payload, hash, environment, release, tags, contexts)
     values (1, $1, now(), 'Error', '', 'error', '{}', 'aa', 'test', '1.0', null, null),
            (1, $2, now(), 'Error', '', 'error', '{}', 'aa', 'live', '2.0', '{"plan":"pro"}', '{"url.full":"https://a.b/c"}')`,
    [first.id, second.id],
  );
  const event = { environment: 'live', release: '2.0', url: 'https://a.b/c', tags: { plan: 'pro' } };
  expect(await readLatestEvents(alerts.db, '1', [issueId, deleted])).toEqual(new Map([[issueId, event]]));
});
