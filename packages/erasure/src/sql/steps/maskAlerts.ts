import { sql, type RawBuilder } from 'kysely';
import { type Tx, unnest, lockComposing } from '@sluice/db';
import { maskMessage, type IssueText, type StoredMessage } from './maskMessage.js';

/** Fields of a signal's or firing's details that come from its event. Level, environment and release stay, as with the issue. */
const OF_EVENT = sql`array['url', 'tags']`;

/**
 * Masks alerts about issues that had events of an erased user: titles, culprits and source lines in messages, URLs and tags of signals
 * and firings, and answers of receivers, which may repeat a message, keep only what the issue itself still shows. Call it in the
 * transaction that has named, or deleted, the issues: its locks keep what a decision or a delivery has read before from being stored.
 *
 * Invariant: what is stored, or sent by an attempt that begins, after the transaction contains nothing of the erased events.
 * Order: signals before the firings that they become, and messages before the inbox, so that a statement sees the rows for which the previous one waited.
 */
export async function maskAlerts(tx: Tx, projectId: string, issueIds: readonly string[]): Promise<void> {
  // No delivery is made until the transaction ends. Existing ones are composed from the issues as they are afterwards.
  await lockComposing(tx, projectId);
  const issues = await readTexts(tx, projectId, issueIds);
  const subjects = issues.map(({ id }) => `issue:${id}`);
  await sql`
    update alert_signals set details = details - ${OF_EVENT}
    where project_id = ${projectId} and issue_id = any(${issues.map(({ id }) => id)}::uuid[])`.execute(tx.kysely);
  await sql`
    update alert_firings set details = details - ${OF_EVENT}
    where project_id = ${projectId} and subject = any(${subjects}::text[]) and details ?| ${OF_EVENT}`.execute(
    tx.kysely,
  );
  await maskDeliveries(tx, projectId, issues);
  await maskInbox(tx, projectId, issues);
}

/** The issues and those merged into them, with the texts that may remain; none for a deleted issue. */
async function readTexts(tx: Tx, projectId: string, issueIds: readonly string[]): Promise<readonly IssueText[]> {
  const { rows } = await sql<IssueText & { readonly merged_into: string | null }>`
    select id, title, culprit, merged_into from issues
    where project_id = ${projectId} and (id = any(${issueIds}::uuid[]) or merged_into = any(${issueIds}::uuid[]))`.execute(
    tx.kysely,
  );
  const texts = new Map(rows.map((row) => [row.id, row]));
  return [...new Set([...issueIds, ...texts.keys()])].map((id) => {
    const text = texts.get(texts.get(id)?.merged_into ?? id);
    return { id, title: text?.title ?? null, culprit: text?.culprit ?? null };
  });
}

/** Whether a message has an item about one of the issues. */
const isAbout = (items: RawBuilder<unknown>, issues: readonly IssueText[]): RawBuilder<unknown> => sql`exists (
  select from ${items} as item where item ->> 'subject' = any(${issues.map(({ id }) => `issue:${id}`)}::text[]))`;

interface MessageRow {
  readonly id: string;
  readonly message: StoredMessage;
}

async function maskDeliveries(tx: Tx, projectId: string, issues: readonly IssueText[]): Promise<void> {
  const { rows } = await sql<MessageRow>`
    select id, message from alert_deliveries
    where project_id = ${projectId} and ${isAbout(sql`json_array_elements(message -> 'items')`, issues)}
    order by id for update`.execute(tx.kysely);
  await sql`
    update alert_deliveries d set message = n.message from ${masked(rows, issues, 'json')}
    where d.project_id = ${projectId} and d.id = n.id`.execute(tx.kysely);
  const ids = sql`${rows.map(({ id }) => id)}::uuid[]`;
  await sql`
    update alert_attempts set response = null
    where project_id = ${projectId} and delivery_id = any(${ids}) and response is not null`.execute(tx.kysely);
  // A claimed message was read before. Its attempt is outdated and the next one is due; it does not count as a failure of the receiver.
  await sql`
    update alert_deliveries set attempts = attempts + 1, tries_from = tries_from + 1, claimed_until = null
    where project_id = ${projectId} and state = 'waiting' and claimed_until is not null
      and (message is null or id = any(${ids}))`.execute(tx.kysely);
}

/** The inbox of a distributed database is on its coordinator. */
async function maskInbox(tx: Tx, projectId: string, issues: readonly IssueText[]): Promise<void> {
  const { rows } = await sql<MessageRow>`
    select distinct on (id) id, message from alert_inbox
    where project_id = ${projectId} and ${isAbout(sql`jsonb_array_elements(message -> 'items')`, issues)}`.execute(
    tx.kysely,
  );
  await sql`
    update alert_inbox i set message = n.message from ${masked(rows, issues, 'jsonb')}
    where i.project_id = ${projectId} and i.id = n.id`.execute(tx.kysely);
}

const masked = (rows: readonly MessageRow[], issues: readonly IssueText[], type: 'json' | 'jsonb') => {
  const texts = new Map(issues.map((issue) => [`issue:${issue.id}`, issue]));
  return unnest('n', {
    id: ['uuid', rows.map(({ id }) => id)],
    message: [type, rows.map(({ message }) => JSON.stringify(maskMessage(message, texts)))],
  });
};
