/** What tests of other packages need of tables. Not part of a build. */
export { clearIssues, occurrence, storeOccurrences } from './issues.js';
export { openTransaction, untilWaiting, type OpenTransaction } from './openTransaction.js';
export { ARRIVAL, ensureTestPartitions, eventId } from './samples.js';
export { upload } from './sourceMaps.js';
