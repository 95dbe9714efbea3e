import { timeOfId } from '@sluice/contract';
import type { NameBudget, Tx } from '@sluice/db';
import { upsertHitDays } from '@sluice/visits';
import type { StoredRow } from '@sluice/drain';

/** Counts the hits of a day, their visitors and sessions. */
export const deriveDays = (tx: Tx, stored: readonly StoredRow<'hits'>[], names: NameBudget): Promise<void> =>
  upsertHitDays(
    tx,
    stored.map(({ event, facts, row }) => ({
      projectId: row.project_id,
      arrivalMs: timeOfId(row.id),
      environment: row.environment,
      kind: row.kind === 'pageview' ? 'pageview' : 'custom',
      ip: facts.visitor ?? textOf(event.contexts['user.ip']),
      agent: textOf(event.contexts['user.agent']),
      sessionId: row.session_id,
    })),
    names,
  );

/** The server's own contexts are texts. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
