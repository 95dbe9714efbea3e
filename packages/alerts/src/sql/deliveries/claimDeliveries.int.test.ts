import { beforeEach, describe, expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { claimDeliveries, MOST_LOST_CLAIMS, type ClaimedDelivery, type ClaimOptions } from './claimDeliveries.js';

const OPTIONS = { limit: 8, leaseMs: 60_000, perDestination: 2, perOrganization: 4 };

const { db } = useDatabase({ poolSize: 4 });
beforeEach(() => db.pool.query('truncate alert_deliveries'));

describe('shares', () => {
  test('of a destination are not exceeded, however much waits for it', async () => {
    await enqueue({ destination: 1, count: 1_500, dueS: 600 });
    await enqueue({ destination: 2, organization: 2, project: 2, count: 3 });
    const first = await claim();
    expect(destinationsOf(first)).toEqual([1, 1, 2, 2]);
    const [one] = first.filter(({ destinationId }) => destinationId === '1');
    expect(destinationsOf(await claim({ running: first }))).toEqual([]);
    expect(destinationsOf(await claim({ running: one === undefined ? [] : [one] }))).toEqual([1, 2]);
  });

  test('of an organization are not exceeded, however many destinations it has', async () => {
    for (let destination = 1; destination <= 20; destination += 1)
      await enqueue({ destination, project: destination % 3, count: 100, dueS: 600 });
    await enqueue({ destination: 30, organization: 2, project: 30 });
    await enqueue({ destination: 31, organization: 2, project: 31 });
    const first = await claim();
    expect(first.map(({ organizationId }) => organizationId).sort()).toEqual(['1', '1', '1', '1', '2', '2']);
    expect(await claim({ limit: 2, running: first })).toEqual([]);
    await enqueue({ destination: 32, organization: 3, project: 32 });
    expect(destinationsOf(await claim({ limit: 2, running: first }))).toEqual([32]);
  });

  test('are given to what is due for the longest time', async () => {
    for (const destination of [1, 2, 3]) await enqueue({ destination, organization: destination, dueS: destination });
    expect(destinationsOf(await claim({ limit: 2 }))).toEqual([2, 3]);
  });

  test('hold for a destination of many projects', async () => {
    for (let project = 1; project <= 12; project += 1) await enqueue({ destination: 1, project, count: 100, dueS: 60 });
    expect(destinationsOf(await claim())).toEqual([1, 1]);
  });

  test('claims at the same time neither share an attempt nor leave a queue behind', async () => {
    for (let destination = 1; destination <= 20; destination += 1)
      await enqueue({ destination, organization: destination, project: destination, count: 50, dueS: 10 });
    const claimed: ClaimedDelivery[] = [];
    while (claimed.length < 1_000) {
      const batches = await Promise.all([claim(), claim(), claim()]);
      expect(batches.flat().length).toBeGreaterThan(0);
      claimed.push(...batches.flat());
    }
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(1_000);
  });
});

describe('left-over claims', () => {
  const states = async (): Promise<readonly unknown[]> =>
    (
      await db.pool.query<object>(
        'select state, lost_claims as lost, claimed_until is null as free, problem from alert_deliveries',
      )
    ).rows;

  test('end a delivery that its processes die of', async () => {
    await enqueue({ destination: 1, lost: MOST_LOST_CLAIMS - 1 });
    expect(await claim()).toMatchObject([{ lostClaims: MOST_LOST_CLAIMS - 1, tries: 1, attempt: MOST_LOST_CLAIMS }]);
    await db.pool.query(`update alert_deliveries set claimed_until = now() - interval '1 s'`);
    expect(await claim()).toEqual([]);
    expect(await states()).toEqual([
      {
        state: 'failed',
        lost: MOST_LOST_CLAIMS,
        free: true,
        problem: expect.stringMatching(/20 times in a row.*resend/),
      },
    ]);
  });

  test('count in a row: one that was ended begins anew', async () => {
    await enqueue({ destination: 1, lost: MOST_LOST_CLAIMS - 1 });
    await claim();
    await db.pool.query('update alert_deliveries set claimed_until = null');
    expect(await claim()).toMatchObject([{ lostClaims: 0 }]);
  });

  test('make a delivery run with no other that processes may have died of', async () => {
    for (const destination of [1, 2, 3]) await enqueue({ destination, organization: destination, lost: 5, dueS: 9 });
    await enqueue({ destination: 4, organization: 4, lost: 1 });
    const first = await claim();
    expect(first.map(({ lostClaims }) => lostClaims).sort()).toEqual([1, 5]);
    expect(await claim({ running: first })).toEqual([]);
    expect(await claim()).toMatchObject([{ lostClaims: 5 }]);
  });
});

interface Queue {
  readonly destination: number;
  readonly organization?: number;
  readonly project?: number;
  readonly count?: number;
  /** For how long the first has been due; the others follow in milliseconds. */
  readonly dueS?: number;
  readonly lost?: number;
}

/** Stores deliveries that wait. */
function enqueue({ destination, organization = 1, project = 1, count = 1, dueS = 2, lost }: Queue): Promise<unknown> {
  return db.pool.query(
    `insert into alert_deliveries
       (project_id, id, organization_id, destination_id, message, next_at, attempts, tries_from, lost_claims, claimed_until)
     select $1, gen_random_uuid(), $2, $3, '{}', now() - make_interval(secs => $5) + make_interval(secs => n / 1000.0),
       coalesce($6::int, 0), greatest(0, coalesce($6::int - 1, 0)), greatest(0, coalesce($6::int - 1, 0)), case when $6::int > 0 then now() - interval '1 s' end
     from generate_series(1, $4::int) n`,
    [project, organization, destination, count, dueS, lost ?? null],
  );
}

function claim(more: Partial<ClaimOptions> = {}): Promise<readonly ClaimedDelivery[]> {
  return claimDeliveries(db, { ...OPTIONS, ...more });
}

function destinationsOf(claimed: readonly ClaimedDelivery[]): readonly number[] {
  return claimed.map(({ destinationId }) => Number(destinationId)).sort((a, b) => a - b);
}
