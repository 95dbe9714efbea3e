import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { byName } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';

/** A part: all events of one type of one batch. */
export interface ReceiptKey {
  readonly projectId: string;
  readonly batchId: string;
  readonly type: EventType;
}

/**
 * Inserts a receipt for each part. Returns `true` where this transaction inserted it, `false` where it existed or is repeated
 * in `keys`. Waits for a transaction that inserts the same receipt. Store only parts with `true` in this transaction.
 */
export async function claimReceipts(tx: Tx, keys: readonly ReceiptKey[]): Promise<readonly boolean[]> {
  if (keys.length === 0) return [];
  const names = keys.map(nameOf);
  const sorted = keys.map((key, index) => ({ key, name: names[index] ?? '' })).sort(byName);
  const { rows } = await sql<{ project_id: string; batch_id: string; type: string }>`
    insert into receipts (project_id, batch_id, type)
    select * from ${unnest('t', {
      project_id: ['int8', sorted.map(({ key }) => key.projectId)],
      batch_id: ['uuid', sorted.map(({ key }) => key.batchId)],
      type: ['text', sorted.map(({ key }) => key.type)],
    })}
    on conflict do nothing
    returning project_id, batch_id, type`.execute(tx.kysely);
  const ours = new Set(rows.map((row) => nameOf({ projectId: row.project_id, batchId: row.batch_id, type: row.type })));
  // Grants a repeated key once: `delete` returns whether it was still there.
  return names.map((name) => ours.delete(name));
}

/** Orders as `compareKeys` does, because ids of projects have only digits and those of batches one length. */
const nameOf = ({ projectId, batchId, type }: { readonly [Part in keyof ReceiptKey]: string }): string =>
  `${projectId}/${batchId}/${type}`;
