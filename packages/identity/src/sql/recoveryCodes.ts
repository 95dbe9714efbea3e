import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Uses a recovery code. Returns false if it is unknown or was used before. */
export async function useRecoveryCode(db: Queryable, userId: string, digest: Buffer): Promise<boolean> {
  const row = await db.kysely
    .updateTable('users')
    .set({ recovery_digests: sql<Buffer[]>`array_remove(recovery_digests, ${digest}::bytea)` })
    .where('id', '=', userId)
    .where(sql<boolean>`recovery_digests @> array[${digest}::bytea]`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
