import type { Route } from './route.js';
import { keysRoutes } from './routes/keys/keysRoutes.js';
import { settingsRoutes } from './routes/settings/settingsRoutes.js';
import { statsRoutes } from './routes/stats/statsRoutes.js';

/** Every operation of a project, in the order of the documentation. One line a domain. */
export const routes: readonly Route[] = [...statsRoutes, ...settingsRoutes, ...keysRoutes];
