import { type System } from '../../../e2e/support/system.js';
import { waitFor } from '../../../e2e/support/waitFor.js';
import { faultsSeed } from '../random.js';
import { type AlertReceiver } from './alertReceiver.js';
import { idsOf, type AlertRule } from './alertRule.js';
import { differentDecisions, judgeAlerts, type AlertsObserved } from './judgeAlerts.js';
import { observeAlerts, readDecided } from './observeAlerts.js';

/** What a test of alerts knows. */
interface AlertsTrial {
  readonly rule: AlertRule;
  readonly receiver: AlertReceiver;
  /** What must have happened, and is compared with the firings of the rule; default: new issues. */
  readonly kinds?: readonly string[];
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
  /** Firings by their kind, recoveries separately. */
  readonly byKind: Readonly<Record<string, number>>;
  readonly messages: number;
  readonly requests: number;
}

/** Maximum number of reported differences. */
const MOST_REPORTED = 5;

/** New issues, which every load opens. */
const NEW_ISSUES: readonly string[] = ['new_issue'];

/**
 * The oracle of alerts, used when the fault is over and all events are stored: waits until everything is decided and delivered, then
 * judges it by `judgeAlerts.ts`. Attempts that wait after a refusal are made at once. Throws with the seed and the differences.
 */
export async function expectAlerted(system: System, trial: AlertsTrial): Promise<AlertFigures> {
  const { rule, receiver, kinds = NEW_ISSUES, issues = 0, seed = faultsSeed } = trial;
  await untilDecided(system, { ...trial, kinds, issues, seed });
  const observed = await observeAlerts(system, { rule, receiver, kinds });
  const differences = judgeAlerts(observed);
  const figures = figuresOf(observed);
  if (issues > 0 && figures.issues !== issues)
    throw new Error(`seed ${seed}: ${figures.issues} issues exist, ${issues} were opened`);
  if (differences.length > 0)
    throw new Error([`seed ${seed}, alerts:`, ...differences.slice(0, MOST_REPORTED)].join('\n  '));
  return figures;
}

function figuresOf({ happened, firings, deliveries, received }: AlertsObserved): AlertFigures {
  const byKind: Record<string, number> = {};
  for (const { kind, state } of firings) {
    const name = state === 'recovered' ? `${kind} recovered` : kind;
    byKind[name] = 1 + (byKind[name] ?? 0);
  }
  return {
    issues: happened.filter(({ kind }) => kind === 'new_issue').length,
    firings: firings.length,
    byKind,
    messages: deliveries.length,
    requests: received.length,
  };
}

/** Resolves when what happened is decided and nothing waits, or nothing waits any more and the time is over: the judge says what is wrong. */
async function untilDecided(
  system: System,
  {
    rule,
    kinds,
    issues,
    timeoutMs = 90_000,
    seed,
  }: Required<Pick<AlertsTrial, 'kinds' | 'issues' | 'seed'>> & AlertsTrial,
): Promise<void> {
  let state: Waiting | undefined;
  await waitFor(
    async () => {
      state = await readWaiting(system, rule).catch(() => undefined);
      if (state === undefined || state.issues < issues || state.left > 0) return false;
      return differentDecisions(await readDecided(system, { rule, kinds })).length === 0;
    },
    { what: 'decided and delivered alerts', timeoutMs },
  ).catch((error: unknown) => {
    if (state?.left === 0 && state.issues >= issues) return;
    throw new Error(`seed ${seed}: of ${issues} issues: ${JSON.stringify(state)}`, { cause: error });
  });
}

interface Waiting {
  readonly issues: number;
  /** Signals, notices without a message, and messages that are not sent. */
  readonly left: number;
}

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
