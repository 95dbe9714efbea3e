import type { Database } from '@sluice/db';
import type { Logger } from '@sluice/runtime';
import { eachProject } from '../eachProject.js';
import { composeDeliveries, findDueProjects } from '../sql/deliveries/composeDeliveries.js';

/** Projects of one pass. */
const MOST_PROJECTS = 500;

/** Projects that are composed at the same time; each takes a connection: see `ALERTS_CONNECTIONS`. */
const PROJECTS_AT_ONCE = 2;

/** Dependencies of composing. */
interface ComposerDeps {
  readonly db: Database;
  readonly logger: Logger;
  /** Called when deliveries were made, which are due at once. */
  readonly onDeliveries: () => void;
}

/** Returns one pass of composing: due notices become deliveries. It is a separate task, so that slow decisions do not delay it. */
export const createComposer =
  ({ db, logger, onDeliveries }: ComposerDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const projects = await findDueProjects(db, MOST_PROJECTS);
    await eachProject(projects, { atOnce: PROJECTS_AT_ONCE, logger, signal }, async (projectId) => {
      if ((await composeDeliveries(db, projectId)) > 0) onDeliveries();
    });
  };
