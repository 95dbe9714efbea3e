import { describe, expect, test } from '@jest/globals';
import { waitFor, useDatabase } from '@sluice/testkit';
import { withTaskLock } from './withTaskLock.js';

const database = useDatabase({ migrated: false, poolSize: 4 });

describe('the lock of a task', () => {
  test('has one holder at a time for each name, and is free again afterwards', async () => {
    const { db } = database;
    const inside = gate();
    const leave = gate();
    const first = withTaskLock(db, 'sweep', () => {
      inside.open();
      return leave.opened;
    });
    await inside.opened;
    expect(await withTaskLock(db, 'sweep', () => Promise.reject(new Error('must not run')))).toBe(false);
    expect(await withTaskLock(db, 'other', () => Promise.resolve())).toBe(true);
    leave.open();
    expect(await first).toBe(true);
    expect(await withTaskLock(db, 'sweep', () => Promise.resolve())).toBe(true);
  });

  test('is released when the work fails', async () => {
    const { db } = database;
    await expect(withTaskLock(db, 'sweep', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await withTaskLock(db, 'sweep', () => Promise.resolve())).toBe(true);
  });

  test('is free when its holder lost the connection', async () => {
    const { db } = database;
    const inside = gate();
    const leave = gate();
    const first = withTaskLock(db, 'sweep', () => {
      inside.open();
      return leave.opened;
    });
    await inside.opened;
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    );
    try {
      // A terminated server process ends with a short delay.
      await waitFor(() => withTaskLock(db, 'sweep', () => Promise.resolve()));
    } finally {
      leave.open();
    }
    await expect(first).rejects.toThrow();
    expect(await withTaskLock(db, 'sweep', () => Promise.resolve())).toBe(true);
  });
});

/** A promise and the function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
