import type { Queryable } from '@sluice/db';

/** Stores a secret that the user has not confirmed yet. Returns false if one-time codes are on already. */
export async function proposeTotp(db: Queryable, userId: string, secret: string): Promise<boolean> {
  const row = await db.kysely
    .updateTable('users')
    .set({ totp_secret: secret })
    .where('id', '=', userId)
    .where('totp_confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the secret that waits for its confirmation. */
export async function readProposedTotp(db: Queryable, userId: string): Promise<string | undefined> {
  const row = await db.kysely
    .selectFrom('users')
    .select('totp_secret')
    .where('id', '=', userId)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst();
  return row?.totp_secret ?? undefined;
}

/** Turns one-time codes on. Returns false if another request was faster or the secret has changed. */
export async function confirmTotp(
  db: Queryable,
  userId: string,
  confirmed: {
    readonly secret: string;
    readonly step: number;
    readonly recoveryDigests: readonly Buffer[];
    readonly nowMs: number;
  },
): Promise<boolean> {
  const row = await db.kysely
    .updateTable('users')
    .set({
      totp_confirmed_at: new Date(confirmed.nowMs),
      totp_last_step: confirmed.step,
      recovery_digests: [...confirmed.recoveryDigests],
    })
    .where('id', '=', userId)
    .where('totp_confirmed_at', 'is', null)
    .where('totp_secret', '=', confirmed.secret)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the code of a time step. Returns false if it, or a later one, was used before. */
export async function useTotpStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const row = await db.kysely
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_confirmed_at', 'is not', null)
    .where('totp_last_step', '<', String(step))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns one-time codes off. */
export async function removeTotp(db: Queryable, userId: string): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({ totp_secret: null, totp_confirmed_at: null, recovery_digests: [] })
    .where('id', '=', userId)
    .execute();
}
