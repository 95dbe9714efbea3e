import { cut, LIMITS } from '@sluice/contract';
import { upsertIssues, type Tx } from '@sluice/db';
import type { StoredRow } from '@sluice/drain';
import { readException } from './readException.js';

/** Each exception joins the issue that knows its fingerprint; the first with a new one creates the issue (spec 6). */
export async function deriveIssues(tx: Tx, stored: readonly StoredRow<'exceptions'>[]): Promise<void> {
  await upsertIssues(
    tx,
    stored.map(({ event, row }) => ({
      projectId: row.project_id,
      hash: row.hash,
      id: row.id,
      timestampMs: row.timestamp,
      release: row.release,
      title: titleOf(row.type, row.message),
      culprit: culpritOf(event.payload),
      level: row.level,
    })),
  );
}

/** `Type: first line of the message`. */
function titleOf(type: string, message: string): string {
  const [line = ''] = message.split('\n', 1);
  return cut(line.trim() === '' ? type : `${type}: ${line.trim()}`, LIMITS.cutIndexed);
}

/** Where it happened: the newest frame of the application. */
function culpritOf(payload: StoredRow<'exceptions'>['event']['payload']): string | null {
  const { frames } = readException(payload);
  const frame = frames.find(({ inApp }) => inApp) ?? frames[0];
  if (frame === undefined) return null;
  const text = [frame.function, frame.file].filter((part) => part !== '').join(' in ');
  return text === '' ? null : cut(text, LIMITS.cutIndexed);
}
