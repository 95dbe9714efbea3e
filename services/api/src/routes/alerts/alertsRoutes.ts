import type { AllowList } from '@sluice/alerts';
import type { OrganizationRoute, Route } from '@sluice/management';
import type { OrganizationLimits } from '../../limitsConfig.js';
import { organizationDeliveriesRoutes, projectDeliveriesRoutes } from './deliveriesRoutes.js';
import { destinationActionsRoutes } from './destinationActionsRoutes.js';
import { destinationsRoutes } from './destinationsRoutes.js';
import { organizationFiringsRoutes, projectFiringsRoutes } from './firingsRoutes.js';
import { inboxRoutes } from './inboxRoutes.js';
import { maintenanceRoutes } from './maintenanceRoutes.js';
import { organizationRulesRoutes } from './organizationRulesRoutes.js';
import { projectRulesRoutes } from './projectRulesRoutes.js';
import { subscriptionsRoutes } from './subscriptionsRoutes.js';

const ruleLimits = ({ alertRules: rules, alertConditions: conditions }: OrganizationLimits) => ({ rules, conditions });

/** Alerts of a project. */
export const projectAlertsRoutes = (limits: OrganizationLimits): readonly Route[] => [
  ...projectRulesRoutes(ruleLimits(limits)),
  ...projectFiringsRoutes,
  ...projectDeliveriesRoutes,
];

/** What routes of alerts use besides their context. */
interface AlertServices {
  readonly limits: OrganizationLimits;
  /** Receivers of the own network that destinations may name. */
  readonly allowedReceivers: AllowList;
}

/** Alerts of an organization and of its members. */
export const organizationAlertsRoutes = ({ limits, allowedReceivers }: AlertServices): readonly OrganizationRoute[] => [
  ...organizationRulesRoutes(ruleLimits(limits)),
  ...destinationsRoutes(allowedReceivers),
  ...destinationActionsRoutes,
  ...organizationFiringsRoutes,
  ...organizationDeliveriesRoutes,
  ...maintenanceRoutes,
  ...subscriptionsRoutes,
  ...inboxRoutes,
];
