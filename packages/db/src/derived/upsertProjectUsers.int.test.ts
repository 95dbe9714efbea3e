import { beforeEach, describe, expect, test } from '@jest/globals';
import { ARRIVAL, randomFrom, shuffle, useDatabase } from '@sluice/testkit';
import { inTransaction } from '../connection/inTransaction.js';
import { storeUserChanges, upsertProjectUsers } from './upsertProjectUsers.js';
import { isGuarded, USER_FIELDS, type UserChange, type UserSighting } from './userSighting.js';

const MINUTE = 60_000;

describe('project users', () => {
  const { db } = useDatabase();
  beforeEach(() => db.pool.query('truncate project_users'));
  const users = () => db.kysely.selectFrom('project_users').selectAll().orderBy('user_key').execute();

  test('every field has the value with the newest event time, in any order of arrival', async () => {
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

  test('a sighting within a minute without new data does not update the row and is postponed', async () => {
    await upsert(sighting(0, { name: 'n' }));
    const before = await rowVersions();
    const left = await upsert(sighting(0.9, { name: 'n' }), sighting(-0.9), sighting(0.5, { name: 'n' }));
    expect(await rowVersions()).toEqual(before);
    expect(await upsert(sighting(0, { name: 'n' }), sighting(0, { name: 'm' }))).toEqual([]);
    await inTransaction(db, (tx) => storeUserChanges(tx, left));
    expect(await users()).toMatchObject([
      {
        first_seen: new Date(ARRIVAL - 0.9 * MINUTE),
        last_seen: new Date(ARRIVAL + 0.9 * MINUTE),
        name_at: new Date(ARRIVAL + 0.9 * MINUTE),
      },
    ]);
  });

  test('does not write a skipped change if another writer has stored it meanwhile', async () => {
    await upsert(sighting(0));
    const left = await upsert(sighting(0.5));
    await upsert(sighting(2));
    const before = await rowVersions();
    await inTransaction(db, (tx) => storeUserChanges(tx, left));
    expect(await rowVersions()).toEqual(before);
  });

  test('skips at most as many users as the buffer holds', async () => {
    const both = (minute: number) => [sighting(minute), sighting(minute, { userKey: 'id:8', id: '8' })];
    await upsert(...both(0));
    const left = await inTransaction(db, (tx) => upsertProjectUsers(tx, both(0.5), 1));
    expect(left.map(({ userKey }) => userKey)).toEqual(['id:7']);
    expect((await users()).map(({ last_seen }) => last_seen.getTime() - ARRIVAL)).toEqual([0, 0.5 * MINUTE]);
  });

  test('an older value never replaces a newer one that was reported again, however long ago it was first reported', async () => {
    await upsert(sighting(0, { name: 'a' }));
    await upsert(sighting(60));
    await upsert(sighting(50, { name: 'a' }));
    await upsert(sighting(40, { name: 'b' }));
    expect(await users()).toMatchObject([{ name: 'a', name_at: new Date(ARRIVAL + 50 * MINUTE) }]);
  });

  test('any sightings of both kinds of keys, in any order and batches, by several writers, end as the newest reported', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`seed ${seed}\n`);
    const random = randomFrom(seed);
    const pick = (n: number): number => Math.floor(random() * n);
    for (let round = 0; round < 15; round += 1) {
      await db.pool.query('truncate project_users');
      const all = Array.from({ length: 60 }, () => {
        const told = Object.fromEntries(
          USER_FIELDS.map((field) => [field, pick(2) === 0 ? null : `${field} ${pick(3)}`]),
        );
        return sighting(pick(40) / 8, { ...told, userKey: `id:${pick(3)}`, byServer: pick(4) === 0 });
      });
      const left = shuffle([...all, ...all.slice(0, 20)], random);
      const waiting: UserChange[] = [];
      while (left.length > 0) {
        const writers = Array.from({ length: 1 + pick(4) }, () => left.splice(0, pick(7)));
        const rooms = writers.map(() => [0, 1, 9][pick(3)]);
        const outs = await Promise.all(
          writers.map((some, writer) => inTransaction(db, (tx) => upsertProjectUsers(tx, some, rooms[writer]))),
        );
        waiting.push(...outs.flat());
        if (pick(3) === 0) await inTransaction(db, (tx) => storeUserChanges(tx, waiting.splice(0, pick(5))));
      }
      await inTransaction(db, (tx) => storeUserChanges(tx, shuffle(waiting, random)));
      expect(await users()).toMatchObject(newestOf(all));
    }
  });

  test('updates a seen user at least once a day, even without new values', async () => {
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

  describe('values set by a server key', () => {
    const byServer = (minute: number, fields: Partial<UserSighting>) => sighting(minute, { ...fields, byServer: true });
    const forged = sighting(5, { email: 'evil@x', username: 'evil', name: 'Evil', ip: '6.6.6.6' });
    const told = byServer(0, { email: 'ann@x', name: 'Ann' });
    const kept = { email: 'ann@x', username: 'evil', name: 'Ann', ip: '6.6.6.6' };

    test.each([
      ['that comes later', [[told], [forged]]],
      ['that came before', [[forged], [told]]],
      ['in the same statement', [[told, forged]]],
      ['in the same statement, the other way round', [[forged, told]]],
      ['that comes twice', [[forged], [told], [forged]]],
    ])('are not overwritten by an event %s of a public key; other fields take the newest value', async (_, batches) => {
      for (const batch of batches) await upsert(...batch);
      expect(await users()).toMatchObject([{ ...kept, last_seen: new Date(ARRIVAL + 5 * MINUTE) }]);
    });

    test('a later event of a server key overwrites, an earlier one does not', async () => {
      await upsert(told);
      await upsert(byServer(2, { email: 'new@x' }));
      await upsert(byServer(1, { email: 'between@x', name: 'Between' }));
      expect(await users()).toMatchObject([{ email: 'new@x', name: 'Between' }]);
    });

    test('is set even if a public key reported the same, and within the minute that times may wait', async () => {
      await upsert(sighting(0, { email: 'ann@x' }));
      expect(await upsert(byServer(0, { email: 'ann@x' }))).toEqual([]);
      await upsert(forged);
      expect((await users())[0]?.email).toBe('ann@x');
    });

    test('does not move if a public key reported the same', async () => {
      await upsert(told);
      const before = await rowVersions();
      expect(await upsert(sighting(0, { email: 'ann@x', name: 'Ann' }))).toEqual([]);
      expect(await rowVersions()).toEqual(before);
    });

    test('survive concurrent writes and late flushes of pending times', async () => {
      for (let round = 0; round < 10; round += 1) {
        await db.pool.query('truncate project_users');
        await upsert(sighting(0, { email: 'evil@x', username: 'evil', name: 'Evil', ip: '6.6.6.6' }));
        const left = await upsert(sighting(0.5, { email: 'evil@x', name: 'Evil' }));
        await Promise.all([upsert(told), upsert(forged), upsert(told), upsert(forged)]);
        await inTransaction(db, (tx) => storeUserChanges(tx, left));
        expect(await users()).toMatchObject([kept]);
      }
    });

    test('is no address: a server key’s is the server’s own', async () => {
      await upsert(byServer(0, { ip: '10.0.0.1' }));
      await upsert(sighting(1, { ip: '203.0.113.7' }));
      expect((await users())[0]?.ip).toBe('203.0.113.7');
    });
  });

  test('identities of different projects and keys are distinct', async () => {
    await upsert(sighting(0), sighting(0, { projectId: '2' }), sighting(0, { userKey: 'email:a@x' }));
    expect(await users()).toHaveLength(3);
  });

  async function rowVersions(): Promise<string[]> {
    return (await db.pool.query<{ xmin: string }>('select xmin::text from project_users order by user_key')).rows.map(
      (row) => row.xmin,
    );
  }

  /** Capacity for all users: those that can wait are left out and added later. */
  function upsert(...sightings: UserSighting[]): Promise<readonly UserChange[]> {
    return inTransaction(db, (tx) => upsertProjectUsers(tx, sightings, Infinity));
  }
});

/** The expected table, computed in the simplest way. */
function newestOf(all: readonly UserSighting[]): Readonly<Record<string, unknown>>[] {
  const keys = [...new Set(all.map(({ userKey }) => userKey))].sort();
  return keys.map((key) => {
    const own = all.filter(({ userKey }) => userKey === key).sort((a, b) => a.timestampMs - b.timestampMs);
    const last = own.at(-1)?.timestampMs ?? 0;
    const fields = USER_FIELDS.flatMap((field) => {
      const telling = own.filter((each) => each[field] !== null);
      const byServer = isGuarded(field) ? telling.filter((each) => each.byServer) : [];
      const counting = byServer.length > 0 ? byServer : telling;
      const newest = counting.at(-1)?.timestampMs;
      const values = counting.filter(({ timestampMs }) => timestampMs === newest).map((each) => each[field]);
      return [
        [field, values.sort().at(-1) ?? null],
        [`${field}_at`, newest === undefined ? null : new Date(newest)],
        ...(isGuarded(field) ? [[`${field}_by_server`, byServer.length > 0]] : []),
      ];
    });
    return {
      project_id: '1',
      user_key: key,
      first_seen: new Date(own[0]?.timestampMs ?? 0),
      last_seen: new Date(last),
      last_seen_hour: new Date(last - (last % 3_600_000)),
      ...(Object.fromEntries(fields) as Readonly<Record<string, unknown>>),
    };
  });
}

function sighting(minute: number, fields: Partial<UserSighting> = {}): UserSighting {
  return {
    projectId: '1',
    userKey: 'id:7',
    timestampMs: ARRIVAL + minute * MINUTE,
    id: '7',
    email: null,
    username: null,
    name: null,
    ip: null,
    ...fields,
  };
}
