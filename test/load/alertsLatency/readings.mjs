// What the database says of issues and messages.
import { waitUntil } from '../support/processes.mjs';

const MOST_WAIT_MS = 120_000;

/** Waits until every signal is decided and every notice of these destinations is sent. @returns whether they are, in time */
export function untilSent(db, destinationIds) {
  const isSent = async () => {
    const { rows } = await db.pool.query(
      `select (select count(*) from alert_signals)::int as signals, count(*)::int as notices
       from alert_notices n left join alert_deliveries d on d.project_id = n.project_id and d.id = n.delivery_id
       where n.destination_id = any($1::int8[]) and d.state is distinct from 'sent'`,
      [destinationIds],
    );
    return rows[0].signals === 0 && rows[0].notices === 0;
  };
  return waitUntil(isSent, 'all messages are sent', MOST_WAIT_MS).then(
    () => true,
    () => false,
  );
}

/**
 * Returns the exceptions that opened or reopened an issue. `storedMs` is the time of the commit of their transaction, which wrote the
 * issue and its signal too, by PostgreSQL's clock: the time that an event is stored. The receiver reads the same clock, that of the
 * machine. PostgreSQL takes it when it writes the commit to the log, before it is flushed and acknowledged: it is early, not late.
 *
 * An issue has the id of the exception that opened it (see `signalIssues`); the history of an issue has the one that reopened it.
 * @param firstSerial of the batches that only open issues
 * @returns {Promise<import('./account.mjs').Change[]>}
 */
export async function readChanges(db, firstSerial) {
  const { rows } = await db.pool.query(
    `with changes as (
       select project_id, id as issue_id, id as event_id, 'new_issue' as kind from issues
       union all
       select project_id, issue_id, (details ->> 'event')::uuid, 'regression' from issue_changes where action = 'regressed')
     select c.project_id::text as "projectId", c.issue_id as "issueId", c.event_id as "eventId", c.kind,
       1000 * extract(epoch from pg_xact_commit_timestamp(e.xmin))::float8 as "storedMs",
       (e.tags ->> 'serial')::int8 >= $1 as "isOfStream"
     from changes c join exceptions e on e.project_id = c.project_id and e.id = c.event_id`,
    [firstSerial],
  );
  return rows;
}

/** Returns the notices of these destinations with their firing and delivery. @returns {Promise<import('./account.mjs').Notice[]>} */
export async function readNotices(db, destinationIds) {
  const { rows } = await db.pool.query(
    `select n.firing_id as "firingId", n.delivery_id as "deliveryId",
       1000 * extract(epoch from f.at)::float8 as "decidedMs", 1000 * extract(epoch from n.due_at)::float8 as "dueMs",
       1000 * extract(epoch from d.created_at)::float8 as "composedMs"
     from alert_notices n
     join alert_firings f on f.project_id = n.project_id and f.id = n.firing_id
     left join alert_deliveries d on d.project_id = n.project_id and d.id = n.delivery_id
     where n.destination_id = any($1::int8[])`,
    [destinationIds],
  );
  return rows;
}

/** Returns issues that the load opened and feeds, in no order: those that regress when they are resolved. */
export async function readOpenIssues(db) {
  const { rows } = await db.pool.query(`select project_id::text as "projectId", id from issues where status = 'open'`);
  return rows;
}
