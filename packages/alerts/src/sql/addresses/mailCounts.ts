import { sql } from 'kysely';
import { type Queryable, type Tx, unnest } from '@sluice/db';

/** What is counted: alerts of an hour, or mails of a day that ask for a confirmation, of an organization or to a mailbox. */
type MailCountKind = 'alerts of' | 'alerts to' | 'asked by' | 'asked';

/** A count of the current period. */
export interface MailCount {
  readonly kind: MailCountKind;
  /** Id of an organization, or hash of a mailbox. */
  readonly key: string;
}

/** The period of a count, by PostgreSQL's clock. */
const startOf = (kind: MailCountKind) =>
  kind.startsWith('asked') ? sql`date_trunc('day', now(), 'UTC')` : sql`date_trunc('hour', now(), 'UTC')`;

/** Two transactions may count the same: sorted, they do not deadlock. */
const inOrder = (counts: readonly MailCount[]): readonly MailCount[] =>
  [...counts].sort((a, b) => (`${a.kind} ${a.key}` < `${b.kind} ${b.key}` ? -1 : 1));

/** Counts a mail, each of the given counts once. */
export async function countMail(db: Queryable, counts: readonly MailCount[]): Promise<void> {
  for (const { kind, key } of inOrder(counts))
    await sql`
      insert into alert_mail_counts as c (kind, key, starts_at, sent) values (${kind}, ${key}, ${startOf(kind)}, 1)
      on conflict (kind, key, starts_at) do update set sent = c.sent + 1`.execute(db.kysely);
}

/** Uncounts a mail that asks for a confirmation. @param at begin of the transaction that counted it */
export async function uncountMail(tx: Tx, counts: readonly MailCount[], countedAt: string): Promise<void> {
  for (const { kind, key } of inOrder(counts))
    await sql`
      update alert_mail_counts set sent = sent - 1
      where kind = ${kind} and key = ${key} and sent > 0
        and starts_at = date_trunc('day', ${countedAt}::timestamptz, 'UTC')`.execute(tx.kysely);
}

/** Returns how many mails were counted in the current period, in order. */
export async function readMailCounts(db: Queryable, counts: readonly MailCount[]): Promise<readonly number[]> {
  const { rows } = await sql<{ index: number; sent: number }>`
    select n.index, c.sent from ${unnest('n', {
      index: ['int4', counts.map((_, index) => index)],
      kind: ['text', counts.map(({ kind }) => kind)],
      key: ['text', counts.map(({ key }) => key)],
    })}
    join alert_mail_counts c on c.kind = n.kind and c.key = n.key
      and c.starts_at = case when n.kind like 'asked%' then date_trunc('day', now(), 'UTC') else date_trunc('hour', now(), 'UTC') end`.execute(
    db.kysely,
  );
  const sent = new Map(rows.map((row) => [row.index, row.sent]));
  return counts.map((_, index) => sent.get(index) ?? 0);
}

/** Serializes requests with the same counts until the transaction ends. */
export async function lockMailCounts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sluice.alerts.mail', 0))`.execute(tx.kysely);
}
