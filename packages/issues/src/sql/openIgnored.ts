import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { workByShard, type Placed, type ShardGroup } from '@sluice/db';

/**
 * Opens ignored issues whose time is over, at most `limit`, records it in their history, signals it to alerts, and resolves with their number. Call it
 * again until it is below `limit`. Issues whose row a writer holds are left for the next time: an exception opens them, too.
 */
export function openIgnored(db: Placed, limit: number): Promise<number> {
  return workByShard(
    db,
    limit,
    () => findProjects(db, limit),
    (within, most) => open(db, within, most),
  );
}

async function findProjects(db: Placed, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select distinct project_id from (
      select project_id from issues where ignored_until <= now() and status = 'ignored'
      order by ignored_until limit ${limit}) as due`.execute(db.kysely);
  return rows.map((row) => row.project_id);
}

async function open(db: Placed, within: ShardGroup<string>['within'], limit: number): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select project_id, id from issues where ignored_until <= now() and status = 'ignored' and ${within('project_id')}
      order by ignored_until limit ${limit} for update skip locked),
    opened as (
      update issues i set status = 'open', ignored_until = null, ignored_count = null, ignored_users = null
      from due where i.project_id = due.project_id and i.id = due.id and ${within('i.project_id')}
      returning i.project_id, i.id, i.level),
    signaled as (
      insert into alert_signals (project_id, kind, issue_id, event_id, details)
      select project_id, 'ignore_ended', id, md5(id::text || ${randomUUID()})::uuid,
        jsonb_build_object('by', 'time', 'level', level) from opened)
    insert into issue_changes (project_id, issue_id, action, details)
    select project_id, id, 'ignore_ended', '{"by":"time"}' from opened returning 1`.execute(db.kysely);
  return rows.length;
}
