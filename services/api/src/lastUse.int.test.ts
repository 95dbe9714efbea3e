import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@sluice/testkit';
import { startTestApi, type Answer, type Tenant, type TestApi } from './testing/apiHarness.js';

let api: TestApi;
let ours: Tenant;
beforeEach(async () => {
  api = await startTestApi();
  ours = await api.newTenant('ours');
});
afterEach(() => api.stop());

const read = (): Promise<Answer> => api.ask(`${ours.path}/settings`, { token: ours.tokens['project:read'] });

describe('the note of a token’s last use decides no request', () => {
  test('if `tokens` is locked: reads continue, and only the first waits for it', async () => {
    const locker = await api.db.pool.connect();
    await locker.query('begin; lock table tokens in share mode');
    const answers: [status: number, ms: number][] = [];
    for (let i = 0; i < 3; i += 1) {
      const started = performance.now();
      answers.push([(await read()).status, performance.now() - started]);
    }
    await locker.query('rollback');
    locker.release();
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200]);
    expect(answers[2]?.[1]).toBeLessThan(answers[0]?.[1] ?? 0);
    expect(await lastUse()).toBeUndefined();
  });

  test('it is made again a minute later', async () => {
    for (const ms of [0, 60_000]) {
      api.now += ms;
      expect((await read()).status).toBe(200);
      expect(await lastUse()).toBe(api.now);
    }
  });

  test('if PostgreSQL accepts no writes: reads continue, a write gets 503', async () => {
    await read();
    const before = await lastUse();
    api.now += 120_000;
    await api.db.pool.query(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`);
    await api.db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'sluice-api'`);
    // Reads meet connections that have just ended, until the pool has none of them.
    const answered = async (): Promise<true | undefined> => ((await read()).status === 200 ? true : undefined);
    expect(await waitFor(answered, { what: 'reads' })).toBe(true);
    const answer = await api.ask(`${ours.path}/settings`, {
      method: 'PATCH',
      token: ours.token,
      body: { scrub: true },
    });
    expect([answer.status, (answer.body as { error: { code: string } }).error.code]).toEqual([503, 'unavailable']);
    expect(await lastUse()).toBe(before);
  });
});

async function lastUse(): Promise<number | undefined> {
  const { rows } = await api.db.pool.query<{ last_used_at: Date }>(
    'select last_used_at from tokens where last_used_at is not null',
  );
  return rows[0]?.last_used_at.getTime();
}
