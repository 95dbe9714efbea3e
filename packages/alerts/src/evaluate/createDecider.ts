import type { Database, Queryable } from '@sluice/db';
import { runCooperatively, type Logger } from '@sluice/runtime';
import type { AlertsMetrics } from '../alertsMetrics.js';
import type { AlertSignal } from '../decide/alertSignal.js';
import { matchSignals } from '../decide/matchSignals.js';
import { mayBeUnmapped } from '../decide/matchUnmapped.js';
import { compileEachOnce, projectRules, type ProjectRules } from '../decide/projectRules.js';
import { eachProject } from '../eachProject.js';
import { timer } from '../isOver.js';
import { readLatestEvents } from '../sql/deliveries/readLatestEvents.js';
import { readAlertRules } from '../sql/firings/readAlertRules.js';
import { findSignalProjects } from '../sql/firings/signals.js';
import { decideSignals } from './decideSignals.js';

/** Projects of one pass, and signals of one transaction. */
const MOST_PROJECTS = 500;
const MOST_SIGNALS = 500;

/**
 * Projects that are decided at the same time. A decision mostly waits for PostgreSQL; one at a time, many projects with new
 * issues would wait for each other. Each takes a connection: see `ALERTS_CONNECTIONS`.
 */
const PROJECTS_AT_ONCE = 4;

/** Time limits of a pass and of one project in it, in milliseconds; the next pass decides the rest. */
const PASS_MS = 10_000;
const PROJECT_MS = 1_000;

/** Dependencies of deciding. */
export interface DeciderDeps {
  readonly db: Database;
  readonly metrics: AlertsMetrics;
  readonly logger: Logger;
  /** Called after a pass that stored notices: they are due after the linger, or with a digest. */
  readonly onNotices: () => void;
}

/**
 * Returns one pass of deciding: signals become firings. A project that fails does not delay the others; its signals stay, and the
 * next pass decides them. Projects have the order of `findSignalProjects`: rules whose filters cost much, in however many projects of an
 * organization, delay no other organization for longer than a pass.
 */
export function createDecider(deps: DeciderDeps): (signal: AbortSignal) => Promise<void> {
  const { db, logger, onNotices } = deps;
  return async (signal) => {
    const projects = await findSignalProjects(db, MOST_PROJECTS);
    if (projects.length === 0) return;
    const rules = await readAlertRules(db);
    const compile = compileEachOnce();
    let hasNotices = false;
    const decide = async (projectId: string): Promise<void> => {
      if (await decideProject(deps, projectRules(rules, projectId, compile))) hasNotices = true;
    };
    await eachProject(projects, { atOnce: PROJECTS_AT_ONCE, logger, signal, isOver: timer(PASS_MS) }, decide).finally(
      () => {
        if (hasNotices) onNotices();
      },
    );
  };
}

/** Returns whether notices were stored. */
async function decideProject({ db, metrics }: DeciderDeps, project: ProjectRules): Promise<boolean> {
  const { projectId } = project;
  const isOver = timer(PROJECT_MS);
  let hasNotices = false;
  let handled: number;
  do {
    const query = { projectId, limit: MOST_SIGNALS, hasFrames: (one: AlertSignal) => mayBeUnmapped(one, project) };
    const { signals, firings } = await decideSignals(db, query, async (taken, tx) =>
      runCooperatively(matchSignals(await withLatestEvents(tx, projectId, taken), project, isOver)),
    );
    metrics.countFirings(firings);
    hasNotices ||= firings.some(({ suppressedBy }) => suppressedBy === null);
    handled = signals.length;
  } while (handled === MOST_SIGNALS && !isOver());
  return hasNotices;
}

/** Returns signals with what filters look at: an ignore that ended by its time has no event, and is filtered by the issue's latest. */
async function withLatestEvents(
  db: Queryable,
  projectId: string,
  signals: readonly AlertSignal[],
): Promise<readonly AlertSignal[]> {
  const isTimed = ({ kind, details }: AlertSignal): boolean => kind === 'ignore_ended' && details['by'] === 'time';
  const events = await readLatestEvents(
    db,
    projectId,
    signals.filter(isTimed).map(({ issueId }) => issueId),
  );
  return signals.map((signal) =>
    isTimed(signal) ? { ...signal, details: { ...events.get(signal.issueId), ...signal.details } } : signal,
  );
}
