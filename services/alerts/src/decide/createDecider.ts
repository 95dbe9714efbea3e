import {
  appliesTo,
  decideSignals,
  findSignalProjects,
  isMaintained,
  readAlertRules,
  readLatestEvents,
  readSignals,
  type AlertRules,
  type AlertSignal,
  type Database,
  type Queryable,
} from '@sluice/db';
import type { Logger } from '@sluice/runtime';
import type { AlertsMetrics } from '../alertsMetrics.js';
import type { CulpritReader } from '../deliver/createCulpritReader.js';
import { eachProject } from './eachProject.js';
import { compileAlertFilters } from './matchFilters.js';
import { matchSignals, type CompiledRule, type ProjectRules, type UnmappedReleases } from './matchSignals.js';

/** Projects of one pass, and signals of one transaction. */
const MOST_PROJECTS = 500;
const MOST_SIGNALS = 500;

/**
 * Projects that are decided at the same time. A decision waits for PostgreSQL most of its time, so in turn, many projects with new
 * issues would wait for each other. Each takes a connection: see `ALERTS_CONNECTIONS`.
 */
const PROJECTS_AT_ONCE = 4;

/** New issues of a project whose frames are looked at for missing source maps, in one decision. */
const MOST_UNMAPPED = 20;

/** Dependencies of deciding. */
export interface DeciderDeps {
  readonly db: Database;
  readonly culprits: CulpritReader;
  readonly metrics: AlertsMetrics;
  readonly logger: Logger;
}

/**
 * Returns one pass of deciding: signals become firings. A project that fails does not hold up the others; its signals stay, and the
 * next pass decides them.
 */
export function createDecider(deps: DeciderDeps): (signal: AbortSignal) => Promise<void> {
  const { db, logger } = deps;
  return async (signal) => {
    const projects = await findSignalProjects(db, MOST_PROJECTS);
    if (projects.length === 0) return;
    const rules = await readAlertRules(db);
    await eachProject(projects, { atOnce: PROJECTS_AT_ONCE, logger, signal }, (projectId) =>
      decideProject(deps, projectId, rules),
    );
  };
}

async function decideProject(deps: DeciderDeps, projectId: string, rules: AlertRules): Promise<void> {
  const { db, metrics } = deps;
  let handled: number;
  do {
    const project = projectRules(rules, projectId);
    const unmapped = await findUnmapped(deps, project);
    const { signals, firings } = await decideSignals(db, { projectId, limit: MOST_SIGNALS }, async (taken, tx) =>
      matchSignals(await withLatestEvents(tx, projectId, taken), project, unmapped),
    );
    for (const { kind, suppressedBy } of firings) metrics.countFirings(kind, suppressedBy ?? 'no');
    handled = signals.length;
  } while (handled === MOST_SIGNALS);
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

/** Returns what applies to a project. A deleted project has no rules: its signals are dropped. */
function projectRules(all: AlertRules, projectId: string): ProjectRules {
  const organizationId = all.organizationOf.get(projectId) ?? '0';
  const rules = all.rules
    .filter((rule) => appliesTo(rule, projectId, organizationId))
    .map((rule): CompiledRule => ({ rule, matches: compileAlertFilters(rule.filters) }));
  const project = { projectId, organizationId };
  return { ...project, rules, isMaintained: (atMs) => isMaintained(all, project, atMs) };
}

/** Returns the releases of new issues whose culprit is minified and has no source map. */
async function findUnmapped({ db, culprits, logger }: DeciderDeps, project: ProjectRules): Promise<UnmappedReleases> {
  const isWanted = project.rules.some(({ rule }) =>
    rule.conditions.some((condition) => condition.kind === 'drops' && condition.of.includes('unmapped_release')),
  );
  if (!isWanted) return new Map();
  const signals = await readSignals(db, project.projectId, MOST_SIGNALS);
  const events = signals.filter(({ kind, details }) => kind === 'new_issue' && typeof details['release'] === 'string');
  if (events.length === 0) return new Map();
  const ids = events.slice(0, MOST_UNMAPPED).map(({ eventId }) => eventId);
  try {
    const found = await culprits(db, project.projectId, ids);
    return new Map(
      [...found].flatMap(([id, { isUnmapped, release }]) => (isUnmapped && release !== null ? [[id, release]] : [])),
    );
  } catch (error) {
    // The next new issue of the release shows it, too.
    logger.debug({ err: error }, 'frames of new issues could not be read');
    return new Map();
  }
}
