import { type System } from '../../../e2e/support/system.js';
import { waitFor } from '../../../e2e/support/waitFor.js';
import { faultsSeed } from '../random.js';
import { type AlertReceiver } from './alertReceiver.js';
import { type AlertRule } from './alertRule.js';
import { judgeAlerts, type AlertsObserved } from './judgeAlerts.js';

/** What a test of alerts knows. */
interface AlertsTrial {
  readonly rule: AlertRule;
  readonly receiver: AlertReceiver;
  /** Number of issues that must exist; default: those that do. */
  readonly issues?: number;
  /** Milliseconds in which everything must be decided and delivered. */
  readonly timeoutMs?: number;
  readonly seed?: number;
}

/** Figures for a report. */
export interface AlertFigures {
  readonly issues: number;
  readonly firings: number;
  readonly messages: number;
  readonly requests: number;
}

/** Maximum number of reported differences. */
const MOST_REPORTED = 5;

/**
 * The oracle of alerts, used when the fault is over and all events are stored: waits until everything is decided and delivered, then
 * judges it by `judgeAlerts.ts`. Attempts that wait after a refusal are made at once. Throws with the seed and the differences.
 */
export async function expectAlerted(system: System, trial: AlertsTrial): Promise<AlertFigures> {
  const { rule, issues = 0, timeoutMs = 90_000, seed = faultsSeed } = trial;
  let state: Waiting | undefined;
  await waitFor(
    async () => {
      state = await readWaiting(system, rule).catch(() => undefined);
      return state !== undefined && state.issues >= issues && state.left === 0;
    },
    { what: 'decided and delivered alerts', timeoutMs },
  ).catch((error: unknown) => {
    throw new Error(`seed ${seed}: of ${issues} issues: ${JSON.stringify(state)}`, { cause: error });
  });
  const observed = await observeAlerts(system, trial);
  const differences = judgeAlerts(observed);
  if (issues > 0 && observed.issues.length !== issues)
    throw new Error(`seed ${seed}: ${observed.issues.length} issues exist, ${issues} were opened`);
  if (differences.length > 0)
    throw new Error([`seed ${seed}, alerts:`, ...differences.slice(0, MOST_REPORTED)].join('\n  '));
  return {
    issues: observed.issues.length,
    firings: observed.firings.length,
    messages: observed.deliveries.length,
    requests: observed.received.length,
  };
}

interface Waiting {
  readonly issues: number;
  /** Signals, notices without a message, and messages that are not sent. */
  readonly left: number;
}

/** Ids as PostgreSQL reads an array. */
const idsOf = ({ destinations }: AlertRule): string => `{${destinations.map(({ id }) => id).join(',')}}`;

/** One statement reads all: what moves from one table to the next is counted once. */
async function readWaiting(system: System, rule: AlertRule): Promise<Waiting | undefined> {
  await system.sql(
    `update alert_deliveries set next_at = now()
     where project_id = $1 and state = 'waiting' and claimed_until is null and next_at > now()`,
    [rule.projectId],
  );
  const [row] = await system.sql<Waiting & Record<string, unknown>>(
    `select (select count(*) from issues where project_id = $1)::int as issues,
       ((select count(*) from alert_signals where project_id = $1)
       + (select count(*) from alert_notices where project_id = $1 and delivery_id is null
           and destination_id = any($2::int8[]))
       + (select count(*) from alert_deliveries where project_id = $1 and state = 'waiting'
           and destination_id = any($2::int8[])))::int as left`,
    [rule.projectId, idsOf(rule)],
  );
  return row;
}

async function observeAlerts(system: System, { rule, receiver }: AlertsTrial): Promise<AlertsObserved> {
  const { id, projectId, destinations } = rule;
  const names = new Map(destinations.map((destination) => [destination.id, destination.name]));
  const nameOf = (destinationId: string): string => names.get(destinationId) ?? `destination ${destinationId}`;
  const issues = await system.sql<{ id: string }>('select id from issues where project_id = $1', [projectId]);
  const [signals] = await system.sql<{ count: number }>(
    'select count(*)::int as count from alert_signals where project_id = $1',
    [projectId],
  );
  const firings = await system.sql<{ id: string; kind: string; subject: string; suppressed: boolean }>(
    `select id, kind, subject, suppressed_by is not null as suppressed from alert_firings
     where project_id = $1 and rule_id = $2`,
    [projectId, id],
  );
  const fired = new Set(firings.map((firing) => firing.id));
  const notices = await system.sql<{ firing_id: string; destination_id: string; delivery_id: string | null }>(
    'select firing_id, destination_id::text, delivery_id from alert_notices where project_id = $1',
    [projectId],
  );
  const deliveries = await system.sql<{ id: string; destination_id: string; state: string }>(
    `select id, destination_id::text, state from alert_deliveries
     where project_id = $1 and destination_id = any($2::int8[])`,
    [projectId, idsOf(rule)],
  );
  return {
    issues: issues.map((issue) => issue.id),
    signals: signals?.count ?? 0,
    destinations: destinations.map(({ name }) => name),
    firings: firings.map(({ suppressed, ...firing }) => ({ ...firing, isSuppressed: suppressed })),
    notices: notices
      .filter(({ firing_id: firingId, destination_id: to }) => fired.has(firingId) || names.has(to))
      .map((notice) => ({
        firingId: notice.firing_id,
        destination: nameOf(notice.destination_id),
        deliveryId: notice.delivery_id,
      })),
    deliveries: deliveries.map(({ destination_id: to, ...delivery }) => ({ ...delivery, destination: nameOf(to) })),
    received: receiver.received.filter(({ destination }) => [...names.values()].includes(destination)),
  };
}
