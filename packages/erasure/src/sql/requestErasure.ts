import { sql } from 'kysely';
import type { Queryable, Tx } from '@sluice/db';
import { erasureOf, type Erasure } from './erasure.js';

/** A user whose data is to be erased, and who asks for it. */
export interface UserErasureRequest {
  readonly projectId: string;
  /** Identity within the project, such as `id:42`. */
  readonly userKey: string;
  /** For the record. */
  readonly requestedBy: string;
}

/**
 * Requests the erasure of everything of a project user that arrived before now. Housekeeping performs it. A second request while
 * the first has not started returns the first.
 */
export async function requestUserErasure(
  db: Queryable,
  { projectId, userKey, requestedBy }: UserErasureRequest,
): Promise<Erasure> {
  const waiting = await db.kysely
    .selectFrom('erasures')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_key', '=', userKey)
    .where('closed_at', 'is', null)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (waiting !== undefined) {
    // Covers what arrived since the first request.
    const moved = await db.kysely
      .updateTable('erasures')
      .set({ before: sql<Date>`now()` })
      .where('project_id', '=', projectId)
      .where('id', '=', waiting.id)
      .where('state', '=', 'waiting')
      .where('horizon', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (moved !== undefined) return erasureOf(moved, {});
  }
  const row = await db.kysely
    .insertInto('erasures')
    .values({
      project_id: projectId,
      kind: 'user',
      user_key: userKey,
      before: sql<Date>`now()`,
      requested_by: requestedBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return erasureOf(row, {});
}

/** A project of which everything is to be erased, and who asks for it. */
export interface ProjectErasureRequest {
  readonly projectId: string;
  /** For the record; `null`: not recorded. */
  readonly slug: string | null;
  /** For the record. */
  readonly requestedBy: string;
}

/** Requests the erasure of everything in a project, also of what arrives later. Repeatable: one that exists is returned. */
export async function requestProjectErasure(
  tx: Tx,
  { projectId, slug, requestedBy }: ProjectErasureRequest,
): Promise<Erasure> {
  const known = await tx.kysely
    .selectFrom('erasures')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', 'project')
    .executeTakeFirst();
  if (known !== undefined) return erasureOf(known, {});
  const row = await tx.kysely
    .insertInto('erasures')
    .values({ project_id: projectId, kind: 'project', user_key: null, slug, requested_by: requestedBy })
    .returningAll()
    .executeTakeFirstOrThrow();
  return erasureOf(row, {});
}
