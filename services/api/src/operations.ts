import { ofOrganization, ofProject, type Operation } from '@sluice/management';
import type { FrameReader } from './frames/createFrameReader.js';
import { organizationRoutes } from './routes/organization/organizationRoutes.js';
import { createRoutes } from './routes.js';

/** Every operation, in the order of the documentation. @param frames what shows frames reads them by */
export const createOperations = (frames: FrameReader): readonly Operation[] => [
  ...createRoutes(frames).map(ofProject),
  ...organizationRoutes.map(ofOrganization),
];
