import { sql } from 'kysely';
import type { Queryable, JsonObject, Schema, AuditAction } from '@sluice/db';
import { checkAfter } from '../position.js';
import { PositionError } from '../positionError.js';

/** A recorded change. */
export interface AuditLine {
  readonly id: string;
  readonly at: Date;
  readonly actor: {
    readonly kind: Schema['audit_log']['actor_kind'];
    readonly label: string;
    /** Address of the user now; null for an operator. Of a token: of the user whose token it is. */
    readonly email: string | null;
    readonly userId: string | null;
    readonly tokenId: string | null;
  };
  readonly action: AuditAction;
  readonly target: string;
  /** Slug of the project; null for changes of the organization. */
  readonly project: string | null;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

/** Which changes are listed. */
export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  readonly userId?: string | undefined;
  /** Slug of a project. */
  readonly project?: string | undefined;
  readonly limit: number;
  /** `id` of the last row of the page before. */
  readonly after?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

function checkId(text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new PositionError();
  return text;
}

/** Returns changes of an organization, latest first, at most `limit`. @throws PositionError if `after` is no id */
export async function listAudit(
  db: Queryable,
  organizationId: string,
  filter: AuditFilter,
): Promise<readonly AuditLine[]> {
  const after = checkAfter(filter.after, checkId);
  let query = db.kysely
    .selectFrom('audit_log as a')
    .leftJoin('projects as p', 'p.id', 'a.project_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .selectAll('a')
    .select(['p.slug as project', 'u.email as email'])
    .where('a.organization_id', '=', organizationId)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(filter.limit);
  if (after !== undefined) {
    query = query.where(
      sql<boolean>`(a.at, a.id) < (select at, id from audit_log where organization_id = ${organizationId} and id = ${after})`,
    );
  }
  if (filter.action !== undefined) query = query.where('a.action', '=', filter.action);
  if (filter.userId !== undefined) query = query.where('a.user_id', '=', filter.userId);
  if (filter.project !== undefined) {
    const ids = await projectIds(db, organizationId, filter.project);
    query = query.where('a.project_id', 'in', ids.length === 0 ? ['0'] : ids);
  }
  if (filter.fromMs !== undefined) query = query.where('a.at', '>=', new Date(filter.fromMs));
  if (filter.toMs !== undefined) query = query.where('a.at', '<', new Date(filter.toMs));
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: { kind: row.actor_kind, label: row.actor, email: row.email, userId: row.user_id, tokenId: row.token_id },
    action: row.action,
    target: row.target,
    project: row.project,
    before: row.before,
    after: row.after,
  }));
}

/** The ids of the projects that have a slug, deleted ones too. */
async function projectIds(db: Queryable, organizationId: string, slug: string): Promise<readonly string[]> {
  const rows = await db.kysely
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('slug', '=', slug)
    .execute();
  return rows.map(({ id }) => id);
}
