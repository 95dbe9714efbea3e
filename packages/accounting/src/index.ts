export { listLosses, deleteAcknowledged } from './sql/listLosses.js';
export { monthTotals } from './sql/monthTotals.js';
export { addUsage, type UsageDelta } from './sql/addUsage.js';
export { findLosses } from './sql/findLosses.js';
export { storeAcknowledged, type AcknowledgedCount } from './sql/acknowledged.js';
export { readUsage, type UsageRow } from './sql/readUsage.js';
export { readAccounting } from './sql/readAccounting.js';
export { RECENT_LOSS_MS, type Loss } from './sql/loss.js';
export {
  storeRefusedSamples,
  type NewRefusedSample,
  listRefusedSamples,
  SAMPLE_MS,
  type RefusedSample,
} from './sql/refusedSamples.js';
export { storeRefusedOrigins, readRefusedOrigins, type RefusedOriginCount } from './sql/refusedOrigins.js';
export { type StatsRow, readStatsWithEntries } from './sql/readStats.js';
export { type FilterEntryTotal } from './sql/readFilterEntries.js';
export { type RefusedKeyCount, storeRefusedKeys } from './sql/refusedKeys.js';
export { storeSdkCounts, readSdkCounts, type SdkCount } from './sql/sdkCounts.js';
export { ledgerSeed } from './sql/ledgerSeed.js';
export { storeRefusals } from './sql/storeRefusals.js';
export { readFolds, type FoldRow } from './sql/readFolds.js';
