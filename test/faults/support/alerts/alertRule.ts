import { makeEvent, type EventType, type WireEvent } from '../../../e2e/support/events.js';
import { type System } from '../../../e2e/support/system.js';
import { uniqueSlug, type Project } from '../../../e2e/support/tenant.js';
import { type AlertReceiver } from './alertReceiver.js';

/** Settings with which alerts reach a receiver on this machine, and a process that is gone is replaced within seconds. */
export const alertSettings: Readonly<Record<string, string>> = {
  ALERTS_ALLOWED_ADDRESSES: '127.0.0.0/8',
  ALERTS_POLL_MS: '100',
  // Both processes judge each minute many times.
  ALERTS_EVALUATE_MS: '1000',
  ALERTS_TIMEOUT_MS: '1500',
  ALERTS_CLAIM_MS: '3000',
};

/** A condition as it is stored, with the fields that say what fires it. */
interface WatchedCondition {
  readonly kind: string;
  readonly above?: number;
  readonly threshold?: number;
  readonly query?: { readonly text?: string };
}

/** A rule of a project, and the destinations that must receive each of its firings. */
export interface AlertRule {
  readonly id: string;
  readonly projectId: string;
  readonly conditions: readonly WatchedCondition[];
  readonly destinations: readonly { readonly id: string; readonly name: string }[];
}

/** The destinations of a rule as PostgreSQL reads an array. */
export const idsOf = ({ destinations }: Pick<AlertRule, 'destinations'>): string =>
  `{${destinations.map(({ id }) => id).join(',')}}`;

/** Fires for new issues and regressions. */
const ISSUES: readonly WatchedCondition[] = [{ kind: 'new_issue' }, { kind: 'regression' }];

/** Differences from a rule that fires for issues and has one destination. */
export interface AlertRuleOptions {
  readonly conditions?: readonly WatchedCondition[];
  /** Number of destinations. */
  readonly destinations?: number;
}

/** Adds a rule to a project, with destinations at the receiver. It applies at once. */
export async function addAlertRule(
  system: System,
  receiver: AlertReceiver,
  { project, conditions = ISSUES, destinations = 1 }: AlertRuleOptions & { readonly project: Project },
): Promise<AlertRule> {
  const [owner] = await system.sql<{ id: string }>(
    'select organization_id::text as id from projects where id = $1::int8',
    [project.id],
  );
  const added: { id: string; name: string }[] = [];
  for (let number = 0; number < destinations; number += 1) {
    const name = uniqueSlug('hook');
    const secrets = JSON.stringify({ url: receiver.urlOf(name), signingSecrets: [`whsec_${'A'.repeat(44)}`] });
    const [row] = await system.sql<{ id: string }>(
      `insert into alert_destinations (organization_id, kind, name, secrets, hourly_limit)
       values ($1, 'webhook', $2, $3, 100000) returning id::text`,
      [owner?.id, name, secrets],
    );
    added.push({ id: row?.id ?? '', name });
  }
  // Workers have counted what it watches for as long as they need.
  const [rule] = await system.sql<{ id: string }>(
    `insert into alert_rules (organization_id, project_id, name, conditions, destination_ids, updated_at)
     values ($1, $2, 'Watch', $3, $4::int8[], now() - interval '1 hour') returning id::text`,
    [owner?.id, project.id, JSON.stringify(conditions), idsOf({ destinations: added })],
  );
  return { id: rule?.id ?? '', projectId: project.id, conditions, destinations: added };
}

/**
 * Returns a maker of events whose exceptions open one issue after the other.
 * @param perIssue exceptions of each, so that several batches race to open it. A project may have 500 new issues in an hour.
 */
export function openingIssues(perIssue = 20): (type: EventType) => WireEvent {
  let exceptions = 0;
  return (type) => {
    if (type !== 'exception') return makeEvent(type);
    const name = `issue ${Math.floor(exceptions++ / perIssue)}`;
    return makeEvent('exception', { payload: { fingerprint: [name], message: name } });
  };
}
