import type { AllowList } from '@sluice/alerts';
import type { Route } from '@sluice/management';
import type { OrganizationLimits } from '../../limitsConfig.js';
import type { AskServices } from './askByMail.js';
import { organizationDeliveriesRoutes, projectDeliveriesRoutes } from './deliveriesRoutes.js';
import { destinationActionsRoutes } from './destinationActionsRoutes.js';
import { destinationsRoutes } from './destinationsRoutes.js';
import { organizationFiringsRoutes, projectFiringsRoutes } from './firingsRoutes.js';
import { inboxRoutes } from './inboxRoutes.js';
import { maintenanceRoutes } from './maintenanceRoutes.js';
import { organizationRulesRoutes, projectRulesRoutes } from './rulesRoutes.js';
import { subscriptionsRoutes } from './subscriptionsRoutes.js';

const ruleLimits = ({ alertRules: rules, alertConditions: conditions }: OrganizationLimits) => ({ rules, conditions });

/** Alerts of a project. */
export const projectAlertsRoutes = (limits: OrganizationLimits): readonly Route[] => [
  ...projectRulesRoutes(ruleLimits(limits)),
  ...projectFiringsRoutes,
  ...projectDeliveriesRoutes,
];

/** What routes of alerts use besides their context. */
interface AlertServices extends AskServices {
  /** Receivers of the own network that destinations may name. */
  readonly allowedReceivers: AllowList;
}

/** Alerts of an organization and of its members. */
export const organizationAlertsRoutes = (services: AlertServices): readonly Route<'organization'>[] => [
  ...organizationRulesRoutes(ruleLimits(services.limits)),
  ...destinationsRoutes(services.allowedReceivers, services),
  ...destinationActionsRoutes(services.limits),
  ...organizationFiringsRoutes,
  ...organizationDeliveriesRoutes(services.limits),
  ...maintenanceRoutes,
  ...subscriptionsRoutes,
  ...inboxRoutes,
];
