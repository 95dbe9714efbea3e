import { expect, test } from '@jest/globals';
import { createPendingWork } from './pendingWork.js';

test('settles when pending work has succeeded or failed', async () => {
  const work = createPendingWork();
  const ended: string[] = [];
  let end = (): void => undefined;
  void work.add(new Promise<void>((resolve) => (end = resolve)).then(() => ended.push('late')));
  work.add(Promise.reject(new Error('no'))).catch(() => ended.push('failed'));
  const settled = work.settled(60_000).then(() => ended.push('settled'));
  end();
  await settled;
  expect(ended.sort()).toEqual(['failed', 'late', 'settled']);
});

test('does not wait indefinitely for hanging work', async () => {
  const work = createPendingWork();
  void work.add(new Promise(() => undefined));
  await expect(work.settled(1)).resolves.toBeUndefined();
});
