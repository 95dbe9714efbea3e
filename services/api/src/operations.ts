import {
  accountOperation,
  organizationOperation,
  projectOperation,
  type AccountOperation,
  type Operation,
} from '@sluice/management';
import type { FrameReader } from './frames/createFrameReader.js';
import type { CapReader } from './limits/createCapReader.js';
import { accountRoutes } from './routes/account/accountRoutes.js';
import type { AccountServices } from './routes/account/accountServices.js';
import { organizationRoutes } from './routes/organization/organizationRoutes.js';
import { createRoutes } from './routes.js';

/** Returns every operation of an organization, in the order of the documentation. The first parameters are those of `createRoutes`. */
export const createOperations = (
  frames: FrameReader,
  caps: CapReader,
  services: AccountServices,
): readonly Operation[] => [
  ...createRoutes(frames, caps, services.limits).map(projectOperation),
  ...organizationRoutes(services).map(organizationOperation),
];

/** Returns the operations of people's accounts, in the order of the documentation. */
export const createAccountOperations = (services: AccountServices): readonly AccountOperation[] =>
  accountRoutes(services).map(accountOperation);
