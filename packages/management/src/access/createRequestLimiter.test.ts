import { expect, test } from '@jest/globals';
import { createRequestLimiter } from './createRequestLimiter.js';

test('answers refused or late work with 503 busy, and passes on errors of the work', async () => {
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
