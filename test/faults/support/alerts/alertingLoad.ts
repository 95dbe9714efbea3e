import { randomBytes } from 'node:crypto';
import { createToken } from '../../../e2e/support/api.js';
import { makeEvent, makeEvents, type EventType, type WireEvent } from '../../../e2e/support/events.js';
import { ask } from '../../../e2e/support/http.js';
import { sendBytes, sendEvents } from '../../../e2e/support/send.js';
import { type System } from '../../../e2e/support/system.js';
import { type Project } from '../../../e2e/support/tenant.js';
import { letPass, waitFor } from '../../../e2e/support/waitFor.js';
import { openingIssues } from './alertRule.js';

/**
 * Exceptions of an issue that opens once, fewer than the limit of {@link watched}, and so many that a fast machine does not open the
 * 500 issues that a project may have in an hour.
 */
const PER_ISSUE = 100;

/** Logs of a rate, and the milliseconds after the beginning at which they are sent: each is in one or two minutes. */
const PULSES: readonly { readonly text: string; readonly fromMs: number; readonly toMs: number }[] = [
  { text: 'pulse a', fromMs: 0, toMs: 15_000 },
  { text: 'pulse b', fromMs: 5_000, toMs: 25_000 },
  { text: 'pulse c', fromMs: 15_000, toMs: 40_000 },
  { text: 'pulse d', fromMs: 30_000, toMs: 60_000 },
];

/** What fires during {@link startAlerting}. The window of the rate contains a whole round. */
export const watched = {
  conditions: [
    { kind: 'new_issue' },
    { kind: 'regression' },
    { kind: 'issue_rate', measure: 'events', above: 2 * PER_ISSUE, windowMinutes: 60 },
    ...PULSES.map(({ text }) => ({
      kind: 'log_rate',
      query: { text },
      direction: 'above',
      threshold: 10,
      windowMinutes: 1,
      forMinutes: 0,
    })),
    { kind: 'drops', of: ['disabled_key'] },
  ],
  kinds: ['new_issue', 'regression', 'issue_rate', 'log_rate', 'disabled_key'],
} as const;

/** What fires for the project with a cap. */
export const watchedCap = { conditions: [{ kind: 'drops', of: ['hourly_cap'] }], kinds: ['hourly_cap'] } as const;

/** Exceptions per hour that the project with a cap accepts. */
export const CAP = 20;

/** Issues that come back, and the share of exceptions that are of them. */
const RETURNING = 8;
const RETURNING_SHARE = 0.3;

/** Events and requests that fire every kind of {@link watched} and {@link watchedCap}. */
export interface Alerting {
  /** Makes the events of a load. */
  readonly make: (type: EventType) => WireEvent;
  /** Begins to fire what workers count. Call it when they know the rule: see {@link WATCHED_MS}. */
  begin(): void;
  /** Resolves no further issue; resolves when each has come back, so call it while the load runs. */
  stop(): Promise<void>;
}

/** Time in which workers that are undisturbed read a new rule, twice. */
export const WATCHED_MS = 21_000;

export interface AlertingOptions {
  readonly project: Project;
  readonly capped: Project;
  readonly random: () => number;
}

/** Resolves issues at random, and sends requests that are refused, until it is stopped. */
export async function startAlerting(system: System, options: AlertingOptions): Promise<Alerting> {
  const { project, capped, random } = options;
  const keys = [await addDisabledKey(system, project), await addDisabledKey(system, project)];
  const token = await createToken(system, project.organization, 'project:admin');
  let [began, isStopped] = [Infinity, false];
  const open = openingIssues(PER_ISSUE);
  const target = (): string => system.gatewayUrls[Math.floor(random() * system.gatewayUrls.length)] ?? '';

  const repeat = async (pauseMs: number, step: () => Promise<unknown>): Promise<void> => {
    while (!isStopped) {
      // A fault ends some of them: they are repeated.
      await step().catch(() => undefined);
      await letPass((0.5 + random()) * pauseMs);
    }
  };
  const loops = [
    repeat(1_000, () => resolveOne(system, project, token)),
    ...keys.map((key) => repeat(300, () => sendBytes(target(), key, '{"events":[]}', { timeoutMs: 5_000 }))),
    repeat(500, () => sendEvents(target(), capped, makeEvents('log', 5), { timeoutMs: 5_000 })),
  ];

  return {
    make: (type) => {
      const isBegun = Date.now() > began;
      if (type === 'exception' && isBegun && random() < RETURNING_SHARE) {
        const name = `back ${Math.floor(random() * RETURNING)}`;
        return makeEvent('exception', { payload: { fingerprint: [name], message: name } });
      }
      const pulse = type === 'log' ? pulseAt(Date.now() - began, random) : undefined;
      return pulse === undefined ? open(type) : makeEvent('log', { payload: { message: pulse } });
    },
    begin: () => {
      began = Date.now();
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(loops);
      await waitFor(async () => (await countClosed(system, project)) === 0, {
        what: 'each resolved issue to come back',
        timeoutMs: 90_000,
      });
    },
  };
}

/** The text of one of the logs that are sent now. */
function pulseAt(ms: number, random: () => number): string | undefined {
  const now = PULSES.filter(({ fromMs, toMs }) => fromMs < ms && ms < toMs);
  return now[Math.floor(random() * now.length)]?.text;
}

/** Gateways never knew it as one that is enabled. */
async function addDisabledKey(system: System, { id }: Project): Promise<string> {
  const key = randomBytes(16).toString('hex');
  await system.sql('insert into project_keys (key, project_id, disabled_at) values ($1, $2, now())', [key, id]);
  return key;
}

/** Resolves one of the issues that come back. Whether it did is in the history of the issue, also if the response is lost. */
async function resolveOne(system: System, project: Project, token: string): Promise<void> {
  const [issue] = await system.sql<{ id: string }>(
    `select id from issues where project_id = $1 and status = 'open' and title like '%back %' order by random() limit 1`,
    [project.id],
  );
  if (issue === undefined) return;
  await ask(`${system.baseUrl}/api/0/projects/${project.path}/issues/${issue.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'resolved' }),
    timeoutMs: 30_000,
  });
}

async function countClosed(system: System, { id }: Project): Promise<number> {
  const [row] = await system.sql<{ count: number }>(
    `select count(*)::int as count from issues where project_id = $1 and status <> 'open'`,
    [id],
  );
  return row?.count ?? Infinity;
}
