import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, createOrganization } from '@sluice/db';
import { silentLogger } from '@sluice/runtime';
import { startTcpProxy, useDatabase, useResource, waitFor } from '@sluice/testkit';
import { createWatchList } from './watchList.js';

const database = useDatabase();
const proxy = useResource(
  () => startTcpProxy(Number(new URL(database.url).port)),
  (started) => started.close(),
);
const db = useResource(
  () => createDatabase({ url: proxy.urlFor(database.url), poolSize: 2, applicationName: 'watches-test' }),
  (connected) => connected.close(),
);
let organization: string;
beforeAll(async () => {
  organization = (await createOrganization(database.db, 'watching')).id;
});
afterEach(async () => {
  proxy.restore();
  await database.db.pool.query('delete from alert_rules where project_id = 7');
});
const PERIOD_MS = 20;
const newList = () => createWatchList(db, ['issue_rate'], silentLogger, PERIOD_MS);

test('the first read is of the database, also before the list is started', async () => {
  await addRule();
  expect((await newList().read()).issueRates.has('7')).toBe(true);
});

test('a new rule is watched after the period', async () => {
  const list = newList();
  await list.start();
  expect((await list.read()).issueRates.has('7')).toBe(false);
  await addRule();
  await waitFor(async () => (await list.read()).issueRates.has('7'));
  await list.stop();
});

test('without PostgreSQL the list stays, and nothing is known without a first read', async () => {
  await addRule();
  const list = newList();
  await list.read();
  proxy.cut();
  const late = newList();
  await expect(late.read()).rejects.toThrow();
  expect((await list.read()).issueRates.has('7')).toBe(true);
  proxy.restore();
  expect((await late.read()).issueRates.has('7')).toBe(true);
});

test('nothing is watched if PostgreSQL refuses the first read', async () => {
  await database.db.pool.query('alter table alert_rules rename to hidden');
  const list = newList();
  expect((await list.read()).issueRates.size).toBe(0);
  await database.db.pool.query('alter table hidden rename to alert_rules');
  await addRule();
  await list.start();
  await waitFor(async () => (await list.read()).issueRates.has('7'));
  await list.stop();
});

test('a worker that watches nothing reads nothing', async () => {
  proxy.cut();
  expect((await createWatchList(db, [], silentLogger).read()).issueRates.size).toBe(0);
});

function addRule(): Promise<unknown> {
  return database.db.pool.query(
    `insert into alert_rules (organization_id, project_id, name, conditions)
     values ($1, 7, 'rate', '[{"kind":"issue_rate","measure":"events","above":1,"windowMinutes":5}]')`,
    [organization],
  );
}
