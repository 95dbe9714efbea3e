import { type System } from '../../../e2e/support/system.js';
import { type AlertReceiver } from './alertReceiver.js';
import { idsOf, type AlertRule } from './alertRule.js';
import { type AlertsObserved } from './judgeAlerts.js';
import { readHappened } from './readHappened.js';

/** Whose alerts are read. */
export interface AlertsScope {
  readonly rule: AlertRule;
  readonly receiver: AlertReceiver;
  /** See {@link AlertsObserved.kinds}. */
  readonly kinds: readonly string[];
}

interface FiringRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly state: AlertsObserved['firings'][number]['state'];
  readonly subject: string;
  readonly since: string | null;
  readonly suppressed: boolean;
}

/** Reads what happened, and what a rule decided about it. */
export async function readDecided(
  system: System,
  { rule, kinds }: Pick<AlertsScope, 'rule' | 'kinds'>,
): Promise<Pick<AlertsObserved, 'kinds' | 'happened' | 'firings'>> {
  const happened = await readHappened(system, rule, kinds);
  const firings = await system.sql<FiringRow>(
    `select id, kind, state, subject, details ->> 'since' as since, suppressed_by is not null as suppressed
     from alert_firings where project_id = $1 and rule_id = $2`,
    [rule.projectId, rule.id],
  );
  return {
    kinds,
    happened,
    firings: firings.map(({ since, suppressed: isSuppressed, ...firing }) => ({
      ...firing,
      ...(since === null ? {} : { since }),
      isSuppressed,
    })),
  };
}

/** Reads what happened, and everything that is stored and received about it. */
export async function observeAlerts(system: System, { rule, receiver, kinds }: AlertsScope): Promise<AlertsObserved> {
  const { projectId, destinations } = rule;
  const names = new Map(destinations.map((destination) => [destination.id, destination.name]));
  const nameOf = (destinationId: string): string => names.get(destinationId) ?? `destination ${destinationId}`;
  const decided = await readDecided(system, { rule, kinds });
  const [signals] = await system.sql<{ count: number }>(
    'select count(*)::int as count from alert_signals where project_id = $1',
    [projectId],
  );
  const fired = new Set(decided.firings.map(({ id }) => id));
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
    ...decided,
    signals: signals?.count ?? 0,
    destinations: destinations.map(({ name }) => name),
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
