export { type Bars, barsOf } from './ranges/barsOf.js';
export { barAt } from './sql/barAt.js';
export { readCulpritStacks } from './sql/readCulpritStacks.js';
export { isEventId } from './isEventId.js';
export { type Page, type PageRequest } from './page.js';
export { type IdPrefix, uuidRange, isCompleteId, readIdPrefix, withDashes } from './idPrefix.js';
export { checkMoment, checkRowId, partsOf, checkAfter, checkName, checkEventId } from './position.js';
export { listAudit, type AuditLine } from './sql/listAudit.js';
export { PositionError } from './positionError.js';
export { type IdKind, findIds, isUuidKind } from './sql/findIds.js';
export {
  contains,
  equals,
  ARRIVAL_SCAN,
  ifSelective,
  lastScannedId,
  scannedRows,
  withinPage,
} from './sql/arrivalScan.js';
export { ofBars, type Buckets, bucketsOf, ofBuckets } from './sql/buckets.js';
export {
  listEvents,
  readEvent,
  listedColumns,
  PAGE_BYTES,
  selectDetail,
  selectListed,
  takeFound,
  withinBytes,
} from './sql/eventReads.js';
export { wholeHours, type Range, LAST_HOUR_MS } from './ranges/wholeHours.js';
export { wallClock } from './ranges/wallClock.js';
export { isTimeZone } from './ranges/isTimeZone.js';
export { scanPage } from './sql/scanPage.js';
