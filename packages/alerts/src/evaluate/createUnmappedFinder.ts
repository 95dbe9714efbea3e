import { HOUR_MS } from '@sluice/contract';
import type { Database } from '@sluice/db';
import type { Clock, Logger } from '@sluice/runtime';
import type { AlertsMetrics } from '../alertsMetrics.js';
import type { FiringCandidate } from '../decide/firing.js';
import { interleave } from '../decide/interleave.js';
import { matchUnmapped } from '../decide/matchUnmapped.js';
import { projectRules, type ProjectRules } from '../decide/projectRules.js';
import type { CulpritReader } from '../deliver/createCulpritReader.js';
import { eachProject } from '../eachProject.js';
import { findFrameProjects, readFrameSignals, recordFrames, type FrameSignal } from '../sql/firings/frameSignals.js';
import { readAlertRules } from '../sql/firings/readAlertRules.js';
import { withoutRecorded } from '../sql/firings/withoutRecorded.js';

/** Projects of one pass, and signals of one project in it. */
const MOST_PROJECTS = 500;
const MOST_SIGNALS = 500;

/** Most events of a project whose frames are resolved in one pass, one of each release first. Later new issues make up for the others. */
const MOST_RESOLVED = 20;

/** How long frames that cannot be read are retried. */
const GIVE_UP_MS = HOUR_MS;

/** Dependencies of finding releases without source maps. */
export interface UnmappedFinderDeps {
  readonly db: Database;
  readonly culprits: CulpritReader;
  readonly metrics: AlertsMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Returns one pass of resolving the frames of new issues: a minified release without source maps becomes a firing.
 * It is separate from decisions, because source maps may be slow to read.
 */
export const createUnmappedFinder =
  (deps: UnmappedFinderDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const { db, logger } = deps;
    const projects = await findFrameProjects(db, MOST_PROJECTS);
    if (projects.length === 0) return;
    const rules = await readAlertRules(db);
    await eachProject(projects, { atOnce: 1, logger, signal }, (projectId) =>
      findUnmapped(deps, projectRules(rules, projectId)),
    );
  };

async function findUnmapped(deps: UnmappedFinderDeps, project: ProjectRules): Promise<void> {
  const { db, metrics, clock } = deps;
  const { projectId } = project;
  const signals = await readFrameSignals(db, projectId, MOST_SIGNALS);
  let candidates: readonly FiringCandidate[];
  try {
    candidates = await matchFrames(deps, project, signals);
  } catch (error) {
    const old = signals.filter(({ at }) => at.getTime() < clock() - GIVE_UP_MS);
    await recordFrames(db, { projectId, signals: old }, []);
    throw error;
  }
  metrics.countFirings(await recordFrames(db, { projectId, signals }, candidates));
}

/** Returns the candidates to record. Frames of releases that are already reported are not read. */
async function matchFrames(
  { db, culprits }: UnmappedFinderDeps,
  project: ProjectRules,
  signals: readonly FrameSignal[],
): Promise<readonly FiringCandidate[]> {
  const possible = signals.flatMap((signal) => matchUnmapped(signal, project));
  const open = new Set((await withoutRecorded(db, possible)).map(({ details }) => details['release']));
  const toLook = signals.filter(({ details }) => open.has(details['release']));
  const looked = interleave(toLook, ({ details }) => details['release']).slice(0, MOST_RESOLVED);
  if (looked.length === 0) return [];
  const found = await culprits(
    db,
    project.projectId,
    looked.map(({ eventId }) => eventId),
  );
  return looked
    .filter(({ eventId }) => found.get(eventId)?.isUnmapped === true)
    .flatMap((signal) => matchUnmapped(signal, project));
}
