import type { LedgerSeed, LedgerView, SpendReply, SpendRequest } from '../allowance/types.js';

/** No limit on any pool. */
export const UNLIMITED: SpendRequest['monthly'] = {
  errors: null,
  logs: null,
  spans: null,
  metrics: null,
  replays: null,
};

/** A seed of an organization without a past. */
export const NO_PAST: LedgerSeed = { months: [], hours: [], firstAccepted: [] };

/** A batch of one exception of project 7, without limits, with the given changes. */
export const requestOf = (changes: Partial<SpendRequest> = {}): SpendRequest => ({
  organizationId: '1',
  projectId: '7',
  hash: 'a'.repeat(64),
  nonce: 'first',
  batchId: '01977a00-0000-8000-8000-000000000000',
  arrivalMs: 1_750_000_000_000,
  types: 'e',
  verdicts: '.'.repeat(changes.types?.length ?? 1),
  sizes: Array.from({ length: changes.types?.length ?? 1 }, () => 100),
  spikeProtection: false,
  eventsPerHour: null,
  bytesPerHour: null,
  monthly: UNLIMITED,
  recordTtlMs: 900_000,
  ...changes,
});

/** Returns a distinct hash for each number. */
export const hashOf = (batch: number): string => batch.toString(16).padStart(64, '0');

/** Returns the verdict codes of a reply; its kind if it has none. */
export const verdictsOf = (reply: SpendReply): string => (reply.kind === 'no_ledger' ? reply.kind : reply.verdicts);

/** Bytes of each project's last charged hour, as `<project> <hour>: <bytes>`. */
export const bytesOf = (view: LedgerView | undefined): string[] =>
  (view?.bytes ?? []).map(({ projectId, hour, bytes }) => `${projectId} ${hour}: ${bytes}`).sort();

/** All counts of a ledger as lines, sorted, zeros included; without bytes, see {@link totalBytes}. */
export function linesOf(view: LedgerView | undefined): string[] {
  if (view === undefined) return ['no ledger'];
  return [
    ...view.accepted.map(({ projectId, type, hour, count }) => `accepted ${projectId} ${type} ${hour}: ${count}`),
    ...view.refusals.map(
      ({ projectId, type, reason, hour, count }) => `${reason} ${projectId} ${type} ${hour}: ${count}`,
    ),
    ...view.months.map(({ pool, month, count }) => `month ${pool} ${month}: ${count}`),
  ].sort();
}
