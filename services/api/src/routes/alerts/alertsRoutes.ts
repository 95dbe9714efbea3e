import type { AllowList } from '@sluice/alerts';
import type { OrganizationRoute, Route } from '@sluice/management';
import { organizationDeliveriesRoutes, projectDeliveriesRoutes } from './deliveriesRoutes.js';
import { destinationActionsRoutes } from './destinationActionsRoutes.js';
import { destinationsRoutes } from './destinationsRoutes.js';
import { organizationFiringsRoutes, projectFiringsRoutes } from './firingsRoutes.js';
import { inboxRoutes } from './inboxRoutes.js';
import { maintenanceRoutes } from './maintenanceRoutes.js';
import { organizationRulesRoutes } from './organizationRulesRoutes.js';
import { projectRulesRoutes } from './projectRulesRoutes.js';
import { subscriptionsRoutes } from './subscriptionsRoutes.js';

/** Alerts of a project. */
export const projectAlertsRoutes: readonly Route[] = [
  ...projectRulesRoutes,
  ...projectFiringsRoutes,
  ...projectDeliveriesRoutes,
];

/** Alerts of an organization and of its members. The parameter is that of `destinationsRoutes`. */
export const organizationAlertsRoutes = (allowList: AllowList): readonly OrganizationRoute[] => [
  ...organizationRulesRoutes,
  ...destinationsRoutes(allowList),
  ...destinationActionsRoutes,
  ...organizationFiringsRoutes,
  ...organizationDeliveriesRoutes,
  ...maintenanceRoutes,
  ...subscriptionsRoutes,
  ...inboxRoutes,
];
