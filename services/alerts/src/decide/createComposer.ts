import { composeDeliveries, findDueProjects, type Database } from '@sluice/db';
import type { Logger } from '@sluice/runtime';
import { eachProject } from './eachProject.js';

/** Projects of one pass. */
const MOST_PROJECTS = 500;

/** Projects that are composed at the same time; each takes a connection: see `ALERTS_CONNECTIONS`. */
const PROJECTS_AT_ONCE = 2;

/** Returns one pass of composing: due notices become deliveries. It is a task of its own, so that decisions that wait hold up none. */
export const createComposer =
  ({ db, logger }: { readonly db: Database; readonly logger: Logger }) =>
  async (signal: AbortSignal): Promise<void> => {
    const projects = await findDueProjects(db, MOST_PROJECTS);
    await eachProject(projects, { atOnce: PROJECTS_AT_ONCE, logger, signal }, (projectId) =>
      composeDeliveries(db, projectId),
    );
  };
