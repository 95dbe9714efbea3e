import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { compareKeys } from '../connection/keys.js';
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
  const sorted = [...keys].sort((a, b) => compareKeys(parts(a), parts(b)));
  const { rows } = await sql<{ project_id: string; batch_id: string; type: string }>`
    insert into receipts (project_id, batch_id, type)
    select * from ${unnest('t', {
      project_id: ['int8', sorted.map((key) => key.projectId)],
      batch_id: ['uuid', sorted.map((key) => key.batchId)],
      type: ['text', sorted.map((key) => key.type)],
    })}
    on conflict do nothing
    returning project_id, batch_id, type`.execute(tx.kysely);
  const ours = new Set(rows.map((row) => nameOf([row.project_id, row.batch_id, row.type])));
  // Grants a repeated key once: `delete` returns whether it was still there.
  return keys.map((key) => ours.delete(nameOf(parts(key))));
}

const parts = (key: ReceiptKey): readonly string[] => [key.projectId, key.batchId, key.type];
const nameOf = (key: readonly string[]): string => key.join('/');
