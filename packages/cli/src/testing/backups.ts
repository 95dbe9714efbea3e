import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { checkBackup } from '../backup/format/checkBackup.js';
import { restoreBackup } from '../backup/sql/restoreBackup.js';
import { writeBackup } from '../backup/sql/writeBackup.js';
import type { Database } from '@sluice/db';

/** Opens a backup in memory, in pieces of a size that no frame has. */
export const open = (bytes: Buffer) =>
  async function* () {
    for (let at = 0; at < bytes.length; at += 7_001) yield await Promise.resolve(bytes.subarray(at, at + 7_001));
  };

/** Returns a backup of a database. */
export async function backUp(
  db: Database,
  onTable: (table: string) => void | Promise<void> = () => undefined,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let last = Promise.resolve();
  await writeBackup(db, {
    version: '1.2.3',
    sink: async (bytes) => {
      await last;
      parts.push(bytes);
    },
    onTable: (table) => {
      last = Promise.resolve(onTable(table));
    },
  });
  return Buffer.concat(parts);
}

const nothing = { begin: () => Promise.resolve(), onTable: () => undefined, complete: () => Promise.resolve() };

/** Checks a backup and restores it. */
export const restore = async (
  db: Database,
  bytes: Buffer,
  steps: Partial<typeof nothing> = {},
): Promise<readonly string[]> =>
  restoreBackup(db, await checkBackup(open(bytes)), open(bytes), { ...nothing, ...steps });

/** Runs `work` with a database without tables. */
export async function withEmpty<T>(work: (empty: TestDatabase) => Promise<T>): Promise<T> {
  const empty = await createTestDatabase({ migrated: false });
  try {
    return await work(empty);
  } finally {
    await empty.drop();
  }
}
