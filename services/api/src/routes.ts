import type { Route } from '@sluice/management';
import type { FrameReader } from './frames/createFrameReader.js';
import { projectAlertsRoutes } from './routes/alerts/alertsRoutes.js';
import { endpointsRoutes } from './routes/endpoints/endpointsRoutes.js';
import { environmentsRoutes } from './routes/environments/environmentsRoutes.js';
import { erasuresRoutes } from './routes/erasures/erasuresRoutes.js';
import { exceptionsRoutes } from './routes/exceptions/exceptionsRoutes.js';
import { hitsRoutes } from './routes/hits/hitsRoutes.js';
import { issuesRoutes } from './routes/issues/issuesRoutes.js';
import { keysRoutes } from './routes/keys/keysRoutes.js';
import { logsRoutes } from './routes/logs/logsRoutes.js';
import type { CapReader } from './limits/createCapReader.js';
import type { OrganizationLimits } from './limitsConfig.js';
import { limitsRoutes } from './routes/limits/limitsRoutes.js';
import { metricsRoutes } from './routes/metrics/metricsRoutes.js';
import { previewRoutes } from './routes/filters/previewRoutes.js';
import { refusalsRoutes } from './routes/refusals/refusalsRoutes.js';
import { replaysRoutes } from './routes/replays/replaysRoutes.js';
import { settingsRoutes } from './routes/settings/settingsRoutes.js';
import { spansRoutes } from './routes/spans/spansRoutes.js';
import { statsRoutes } from './routes/stats/statsRoutes.js';
import { tracesRoutes } from './routes/traces/tracesRoutes.js';
import { visitsRoutes } from './routes/visits/visitsRoutes.js';
import { usersRoutes } from './routes/users/usersRoutes.js';

/**
 * Returns every project route, in the order of the documentation. @param frames resolves the frames that are shown
 * @param caps reads the counts of hourly limits @param limits what one organization may have
 */
export const createRoutes = (frames: FrameReader, caps: CapReader, limits: OrganizationLimits): readonly Route[] => [
  ...issuesRoutes(frames),
  ...exceptionsRoutes(frames),
  ...tracesRoutes,
  ...endpointsRoutes,
  ...spansRoutes,
  ...metricsRoutes,
  ...logsRoutes,
  ...hitsRoutes,
  ...visitsRoutes,
  ...replaysRoutes(frames),
  ...usersRoutes,
  ...environmentsRoutes,
  ...erasuresRoutes(limits),
  ...statsRoutes,
  ...refusalsRoutes,
  ...limitsRoutes(caps),
  ...settingsRoutes,
  ...previewRoutes,
  ...keysRoutes,
  ...projectAlertsRoutes(limits),
];
