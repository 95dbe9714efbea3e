import { createHash } from 'node:crypto';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import { copyRows, inTransaction } from '@sluice/db';
import { upsertIssues } from '@sluice/issues';
import type { Tenant, TestApi } from './apiHarness.js';

const HOUR = 3_600_000;

/** An exception of a test; omitted members have the same value in all. */
export interface Thrown {
  readonly hash?: string;
  readonly message?: string;
  readonly level?: string;
  readonly environment?: string | null;
  readonly release?: string | null;
  readonly user?: string | null;
  readonly trace?: string | null;
  readonly replay?: string | null;
  readonly payload?: object;
  readonly tags?: Readonly<Record<string, string>>;
  readonly contexts?: Readonly<Record<string, string>>;
  /** Milliseconds before now. */
  readonly ago?: number;
}

let serial = 0;
/** Stores exceptions as the worker does; resolves with the ids of their issues. */
export async function storeThrown(api: TestApi, tenant: Tenant, all: readonly Thrown[]): Promise<readonly string[]> {
  const made = all.map((each) => {
    const [at, hash] = [
      api.now - (each.ago ?? HOUR),
      createHash('sha256')
        .update(String((serial += 1)))
        .digest('hex'),
    ];
    return { ...each, at, id: eventIdOf(batchIdOf(at, hash), at, 0) };
  });
  return inTransaction(api.db, async (tx) => {
    const rows = made.map(({ id, at, hash = 'aa', message = 'x is not a function', ...each }) => ({
      project_id: tenant.projectId,
      id,
      timestamp: at,
      environment: each.environment ?? null,
      release: each.release ?? null,
      user_key: each.user ?? null,
      trace_id: each.trace ?? null,
      span_id: null,
      replay_id: each.replay ?? null,
      tags: JSON.stringify(each.tags ?? { region: 'eu' }),
      contexts: JSON.stringify(each.contexts ?? { 'user.id': '1' }),
      level: each.level ?? 'error',
      type: 'TypeError',
      message,
      handled: false,
      hash,
      payload: JSON.stringify(each.payload ?? {}),
    }));
    await copyRows(tx, 'exceptions', rows);
    const occurrences = rows.map((row) => ({
      projectId: row.project_id,
      hashes: [row.hash] as const,
      id: row.id,
      timestampMs: row.timestamp,
      environment: row.environment,
      release: row.release,
      userKey: row.user_key,
      title: `TypeError: ${row.message}`,
      culprit: 'render in app/view.ts',
      level: row.level,
    }));
    return upsertIssues(tx, occurrences);
  });
}
