import { organizationOperation, projectOperation, type Operation } from '@sluice/management';
import type { FrameReader } from './frames/createFrameReader.js';
import type { CapReader } from './limits/createCapReader.js';
import { organizationRoutes } from './routes/organization/organizationRoutes.js';
import { createRoutes } from './routes.js';

/** Returns every operation, in the order of the documentation. The parameters are those of `createRoutes`. */
export const createOperations = (frames: FrameReader, caps: CapReader): readonly Operation[] => [
  ...createRoutes(frames, caps).map(projectOperation),
  ...organizationRoutes.map(organizationOperation),
];
