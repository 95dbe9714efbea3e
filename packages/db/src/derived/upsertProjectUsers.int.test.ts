import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { ARRIVAL, randomFrom, shuffle } from '../testing/samples.js';
import { upsertProjectUsers } from './upsertProjectUsers.js';
import type { UserSighting } from './userSighting.js';

const MINUTE = 60_000;

const sighting = (minute: number, fields: Partial<UserSighting> = {}): UserSighting => ({
  projectId: '1',
  userKey: 'id:7',
  timestampMs: ARRIVAL + minute * MINUTE,
  id: '7',
  email: null,
  username: null,
  name: null,
  ip: null,
  ...fields,
});

describe('project users', () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = database.db;
  });
  afterAll(() => database.drop());
  beforeEach(() => db.pool.query('truncate project_users'));

  const upsert = (...sightings: UserSighting[]): Promise<void> =>
    inTransaction(db, (tx) => upsertProjectUsers(tx, sightings));
  const users = () => db.kysely.selectFrom('project_users').selectAll().orderBy('user_key').execute();
  const rowVersions = async (): Promise<string[]> =>
    (await db.pool.query<{ xmin: string }>('select xmin::text from project_users order by user_key')).rows.map(
      (row) => row.xmin,
    );

  test('every field takes the value with the newest event time, whatever the order of arrival', async () => {
    const sightings = [
      sighting(0, { name: 'old', email: 'a@x' }),
      sighting(2, { name: 'newer' }),
      sighting(4, { name: 'newest', ip: '::1' }),
      sighting(4, { name: 'newer than its equal' }),
      sighting(-3, { name: 'oldest', username: 'u', ip: '127.0.0.1' }),
    ];
    const random = randomFrom(11);
    for (let round = 0; round < 10; round += 1) {
      await db.pool.query('truncate project_users');
      const left = shuffle(sightings, random);
      while (left.length > 0) await upsert(...left.splice(0, 1 + Math.floor(random() * 3)));
      expect(await users()).toMatchObject([
        {
          id: '7',
          name: 'newest',
          email: 'a@x',
          username: 'u',
          ip: '::1',
          first_seen: new Date(ARRIVAL - 3 * MINUTE),
          last_seen: new Date(ARRIVAL + 4 * MINUTE),
        },
      ]);
    }
  });

  test('a sighting within a minute that tells nothing new does not touch the row', async () => {
    await upsert(sighting(0, { name: 'n' }));
    const before = await rowVersions();
    await upsert(sighting(0.9, { name: 'n' }), sighting(-0.9), sighting(0.5, { name: 'n' }));
    expect(await rowVersions()).toEqual(before);
  });

  test('whoever is seen is touched at least once a day, even where nothing is new', async () => {
    await upsert(sighting(0));
    await db.pool.query(`update project_users set touched_at = now() - interval '13 hours'`);
    await upsert(sighting(0.5));
    const { rows } = await db.pool.query(`select from project_users where touched_at > now() - interval '1 hour'`);
    expect(rows).toHaveLength(1);
  });

  test.each([
    ['a minute has passed', sighting(1.1)],
    ['a field changes', sighting(0.1, { name: 'other' })],
    ['a field is new', sighting(0.1, { email: 'a@x' })],
    ['it is much older', sighting(-2)],
  ])('a sighting is written when %s', async (_, next) => {
    await upsert(sighting(0, { name: 'n' }));
    const before = await rowVersions();
    await upsert(next);
    expect(await rowVersions()).not.toEqual(before);
  });

  test('an older name does not touch the row of a newer one', async () => {
    await upsert(sighting(0, { name: 'new' }));
    const before = await rowVersions();
    await upsert(sighting(-0.5, { name: 'old' }));
    expect(await rowVersions()).toEqual(before);
    expect((await users())[0]?.name).toBe('new');
  });

  test('identities are kept apart by project and key', async () => {
    await upsert(sighting(0), sighting(0, { projectId: '2' }), sighting(0, { userKey: 'email:a@x' }));
    expect(await users()).toHaveLength(3);
  });
});
