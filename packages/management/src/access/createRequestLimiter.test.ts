import { expect, test } from '@jest/globals';
import { createRequestLimiter } from './createRequestLimiter.js';

test('the limiter answers refused or late work with 503 busy, and passes on errors of the work', async () => {
  const limiter = createRequestLimiter({ atOnce: 1, waiting: 1, waitMs: 1 });
  let end = (): void => undefined;
  const first = limiter.run('1', () => new Promise<void>((resolve) => (end = resolve)));
  const late = limiter.run('1', () => Promise.resolve());
  const refused = limiter.run('1', () => Promise.resolve());
  await expect(refused).rejects.toMatchObject({ status: 503, code: 'busy', headers: { 'retry-after': '1' } });
  await expect(late).rejects.toMatchObject({ status: 503, code: 'busy' });
  end();
  await first;
  await expect(limiter.run('1', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
});

test('one organization cannot take the last permit from another', async () => {
  const limiter = createRequestLimiter({ atOnce: 8, waiting: 10, waitMs: 60_000 });
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const all = Array.from({ length: 17 }, () => limiter.run('1', () => ended));
  await expect(limiter.run('2', () => Promise.resolve('served'))).resolves.toBe('served');
  end();
  await Promise.all(all);
});

test('an organization that has had much work runs fewer operations at once; another does not', async () => {
  const limiter = createRequestLimiter({ atOnce: 8, perOrganization: 3, sustained: 1, waiting: 10, waitMs: 60_000 });
  let running = 0;
  let most = 0;
  const work = async (ms: number): Promise<void> => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setTimeout(resolve, ms));
    running -= 1;
  };
  const runAll = async (organization: string, ms: number): Promise<number> => {
    most = 0;
    await Promise.all(Array.from({ length: 6 }, () => limiter.run(organization, () => work(ms))));
    return most;
  };
  expect(await runAll('1', 600)).toBe(3);
  expect(await runAll('1', 1)).toBe(1);
  expect(await runAll('2', 1)).toBe(3);
});
