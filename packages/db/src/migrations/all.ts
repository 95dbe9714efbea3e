import { tenancy } from './0101-tenancy.js';
import { accounts } from './0102-accounts.js';
import { events } from './0103-events.js';
import { issues } from './0104-issues.js';
import { releases } from './0105-releases.js';
import { traces } from './0106-traces.js';
import { metrics } from './0107-metrics.js';
import { people } from './0108-people.js';
import { names } from './0109-names.js';
import { accounting } from './0110-accounting.js';
import { alertSettings } from './0111-alert-settings.js';
import { alerts } from './0112-alerts.js';
import { erasures } from './0113-erasures.js';
import { makePartition } from './0114-make-partition.js';
import { exceptionEventId } from './0115-exception-event-id.js';
import { sdkCounts } from './0116-sdk-counts.js';
import { debugIds } from './0117-debug-ids.js';
import type { Migration } from './migration.js';

/** The steps that have replaced those of earlier versions (`formerSteps.ts`). A later step belongs to {@link MIGRATIONS} only. */
export const BASELINE: readonly Migration[] = [
  tenancy,
  accounts,
  events,
  issues,
  releases,
  traces,
  metrics,
  people,
  names,
  accounting,
  alertSettings,
  alerts,
  erasures,
  makePartition,
];

/** Every step of the schema, in the order of application. An applied step is never edited. */
export const MIGRATIONS: readonly Migration[] = [...BASELINE, exceptionEventId, sdkCounts, debugIds];
