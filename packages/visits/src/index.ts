export { upsertHitDays } from './sql/upsertHitDays.js';
export { upsertReplaySessions, type ReplaySegment } from './sql/upsertReplaySessions.js';
export { deriveDay } from './sql/deriveDay.js';
export { type DeriveDeps } from './sql/deriveDeps.js';
export { DERIVED_KINDS, type DueDay, type DerivedKind, listDueDays } from './sql/dueDays.js';
export { type ReadAgent } from './sql/hitAgents.js';
export { listUncountedDays } from './sql/listUncountedDays.js';
export { VISIT_DAYS } from './sql/dailySalts.js';
