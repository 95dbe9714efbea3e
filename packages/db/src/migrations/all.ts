import { tenancy } from './0001-tenancy.js';
import { events } from './0002-events.js';
import { derived } from './0003-derived.js';
import { accounting } from './0004-accounting.js';
import { issues } from './0005-issues.js';
import { tracesAndMetrics } from './0006-traces-and-metrics.js';
import { visitsAndReplays } from './0007-visits-and-replays.js';
import { sourcemaps } from './0008-sourcemaps.js';
import { sourcemapTries } from './0009-sourcemap-tries.js';
import { breadcrumbs } from './0010-breadcrumbs.js';
import { makePartition } from './0011-make-partition.js';
import { losses } from './0012-losses.js';
import { lossLooks } from './0013-loss-looks.js';
import { partitionBounds } from './0014-partition-bounds.js';
import { newNames } from './0015-new-names.js';
import { serverKeys } from './0016-server-keys.js';
import { sourceMapChanges } from './0017-source-map-changes.js';
import type { Migration } from './migration.js';

/** Every step of the schema, in the order of application. An applied step is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  tenancy,
  events,
  derived,
  accounting,
  issues,
  tracesAndMetrics,
  visitsAndReplays,
  sourcemaps,
  sourcemapTries,
  breadcrumbs,
  makePartition,
  losses,
  lossLooks,
  partitionBounds,
  newNames,
  serverKeys,
  sourceMapChanges,
];
