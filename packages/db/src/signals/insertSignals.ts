import type { IssueSignalKind } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';

/** A change of an issue that rules may report. */
export interface NewAlertSignal {
  readonly projectId: string;
  readonly kind: IssueSignalKind;
  readonly issueId: string;
  /** The event, or an id of the change: the same change signals once, different ones differ. */
  readonly eventId: string;
  /** Of the event: `level`, `environment`, `release`, `url`, `tags`; of the change: what its message says. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Adds signals to the outbox. Call it in the transaction that makes the changes, so that a signal exists if and only if its
 * change does; a job that runs twice makes the change, and signals it, once.
 */
export async function insertSignals(tx: Tx, signals: readonly NewAlertSignal[]): Promise<void> {
  if (signals.length === 0) return;
  await sql`
    insert into alert_signals (project_id, kind, issue_id, event_id, details)
    select n.project_id, n.kind, n.issue_id, n.event_id, n.details
    from ${unnest('n', {
      project_id: ['int8', signals.map(({ projectId }) => projectId)],
      kind: ['text', signals.map(({ kind }) => kind)],
      issue_id: ['uuid', signals.map(({ issueId }) => issueId)],
      event_id: ['uuid', signals.map(({ eventId }) => eventId)],
      details: ['jsonb', signals.map(({ details }) => JSON.stringify(details))],
    })}`.execute(tx.kysely);
}
