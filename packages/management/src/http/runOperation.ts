import { readFailure, type Database } from '@sluice/db';
import type { Request, Response } from 'express';
import type { RequestHead } from '../access/requestHead.js';
import { cookie, readCookie } from '../access/sessionCookie.js';
import type { ServedOperation } from '../operation.js';
import type { Reply } from '../route.js';
import type { StaleReads } from './staleReads.js';

/** An operation of an organization whose access was checked. */
interface OpenOperation {
  readonly operation: ServedOperation;
  readonly organizationId: string;
  readonly head: RequestHead;
  readonly request: Request;
  readonly response: Response;
}

/** When the sender last changed something, so that any process knows what its reads must see. */
const CHANGED = 'sluice_changed';
/** Age of what was read from a replica; absent otherwise. */
const AGE_HEADER = 'read-age-ms';

/**
 * Runs an operation on the primary or, if it may be stale, on a replica. A read sees what its organization changed through this
 * process, and what its sender changed through any process; `Cache-Control: no-cache` reads from the primary. A read that fails on
 * the replica is repeated on the primary, unless it was too slow.
 */
export async function runOperation(
  { operation, organizationId, head, request, response }: OpenOperation,
  { primary, reads }: { readonly primary: Database; readonly reads: StaleReads | undefined },
  run: (db: Database) => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  if (reads === undefined) return run(primary);
  if (head.isUnsafe) {
    const reply = await run(primary);
    const value = String(reads.changed(organizationId));
    if (head.cookie !== undefined) {
      response.append('set-cookie', cookie(head, { name: CHANGED, value, maxAgeMs: 2 * reads.maxAgeMs + MARGIN_MS }));
    }
    return reply;
  }
  const isFresh = operation.mayBeStale !== true || /\bno-cache\b/.test(request.headers['cache-control'] ?? '');
  const changedMs = Number(readCookie(head.cookie, CHANGED)) || 0;
  const chosen = isFresh ? undefined : reads.choose({ organizationId, afterMs: changedMs + CLOCKS_MS });
  if (chosen === undefined) return run(primary);
  try {
    const reply = await run(chosen.db);
    response.set(AGE_HEADER, String(Math.max(0, Math.round(chosen.ageMs))));
    return reply;
  } catch (error) {
    const failure = readFailure(error);
    if (failure === undefined || failure === 'too_slow') throw error;
    // A query that conflicts with the replay says nothing about the replica.
    if (failure === 'unavailable') reads.failed();
    return run(primary);
  }
}

/** Most by which the clocks of two processes differ: the cookie has the time of the process that changed something. */
const CLOCKS_MS = 2_000;

/** How much longer than needed the cookie is kept. */
const MARGIN_MS = 10_000;
