import type { Route } from '@sluice/management';
import type { AccountServices } from './accountServices.js';
import { confirmRoutes } from '../alerts/confirmRoutes.js';
import { unsubscribeRoutes } from '../alerts/unsubscribeRoutes.js';
import { linkRoutes } from './linkRoutes.js';
import { oidcRoutes } from './oidcRoutes.js';
import { organizationsRoutes } from './organizationsRoutes.js';
import { sessionRoutes } from './sessionRoutes.js';
import { totpRoutes } from './totpRoutes.js';
import { userRoutes } from './userRoutes.js';
import { userSessionsRoutes } from './userSessionsRoutes.js';
import { userTokensRoutes } from './userTokensRoutes.js';

/** Every route of no organization, in the order of the documentation. */
export const accountRoutes = (services: AccountServices): readonly Route<'user' | 'anyone'>[] => [
  ...sessionRoutes(services),
  ...linkRoutes(services),
  ...userRoutes(services),
  ...userSessionsRoutes(services),
  ...userTokensRoutes,
  ...totpRoutes(services),
  ...organizationsRoutes(services),
  ...oidcRoutes(services),
  ...unsubscribeRoutes(services),
  ...confirmRoutes,
];
