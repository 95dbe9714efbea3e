import { expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { readAddressStatus } from './addressStatus.js';

const database = useDatabase();

test('an address gets alerts until its time without confirmation ends, and has to confirm otherwise', async () => {
  const { db } = database;
  const organization = await db.pool.query<{ id: string }>(
    `insert into organizations (slug) values ('old') returning id`,
  );
  const organizationId = organization.rows[0]?.id ?? '';
  await db.pool.query(
    `insert into alert_destinations (organization_id, kind, name, config, unconfirmed, unconfirmed_until) values
       ($1, 'email', 'works', '{"addresses":["ada@example.com"]}', '["ada@example.com"]', now() + interval '30 days'),
       ($1, 'email', 'unused', '{"addresses":["bob@example.com"]}', null, null),
       ($1, 'email', 'ended', '{"addresses":["eve@example.com"]}', '["eve@example.com"]', now() - interval '1 second')`,
    [organizationId],
  );
  const { rows } = await db.pool.query<{
    addresses: readonly string[];
    unconfirmed: readonly string[] | null;
    until: Date | null;
  }>(
    `select config -> 'addresses' as addresses, unconfirmed, unconfirmed_until as until from alert_destinations
     where organization_id = $1 and kind = 'email' order by id`,
    [organizationId],
  );
  const states = await Promise.all(
    rows.map(({ addresses, unconfirmed, until }) =>
      readAddressStatus(db, { organizationId, addresses, unconfirmed, unconfirmedUntil: until }),
    ),
  );
  expect(states.flat().map(({ state, until }) => [state, until !== null])).toEqual([
    ['waiting', true],
    ['waiting', false],
    ['waiting', false],
  ]);
});
