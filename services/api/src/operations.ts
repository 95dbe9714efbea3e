import { ofOrganization, ofProject, type Operation } from '@sluice/management';
import { organizationRoutes } from './routes/organization/organizationRoutes.js';
import { routes } from './routes.js';

/** Every operation, in the order of the documentation. */
export const operations: readonly Operation[] = [...routes.map(ofProject), ...organizationRoutes.map(ofOrganization)];
