import { organizationOperation, projectOperation, type Operation } from '@sluice/management';
import type { FrameReader } from './frames/createFrameReader.js';
import { organizationRoutes } from './routes/organization/organizationRoutes.js';
import { createRoutes } from './routes.js';

/** Returns every operation, in the order of the documentation. @param frames resolves the frames that are shown */
export const createOperations = (frames: FrameReader): readonly Operation[] => [
  ...createRoutes(frames).map(projectOperation),
  ...organizationRoutes.map(organizationOperation),
];
