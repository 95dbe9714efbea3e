import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { type Page, partsOf } from '@sluice/reading';

/** A change of an issue in its history. */
export interface StoredChange {
  readonly id: string;
  readonly userId: string | null;
  /** Who made it, by the name at that time; `null` for automatic changes. */
  readonly actor: string | null;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** Returns the changes of an issue, newest first. @throws PositionError */
export async function listChanges(
  db: Queryable,
  projectId: string,
  issueId: string,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<Page<StoredChange>> {
  const before = after === undefined ? undefined : partsOf(after, /^(\d{1,18})$/)[0];
  const { rows } = await sql<StoredChange>`
    select id, user_id as "userId", actor, action, details, created_at as "createdAt" from issue_changes
    where project_id = ${projectId} and issue_id = ${issueId}
      and ${before === undefined ? sql`true` : sql`id < ${before}::int8`}
    order by id desc limit ${limit}`.execute(db.kysely);
  return { rows, next: rows.length === limit ? rows.at(-1)?.id : undefined, scannedToMs: undefined };
}
