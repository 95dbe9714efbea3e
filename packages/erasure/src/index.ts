/** Requests to erase a user, a project or an organization, and the steps that erase them. */
export { eraseOrganization, eraseProject, eraseUser } from './sql/eraseTenants.js';
export { listErasures, readErasure } from './sql/listErasures.js';
export { type OrganizationErasure, listOrganizationErasures } from './sql/organizationErasures.js';
export { listProjectErasures } from './sql/listProjectErasures.js';
export type { ErasedCounts, Erasure } from './sql/erasure.js';
export {
  type OpenErasure,
  closeErasure,
  finishErasure,
  listFinishedErasures,
  listNextErasures,
  startErasure,
} from './sql/erasureProgress.js';
export { requestProjectErasure, requestUserErasure } from './sql/requestErasure.js';
export { deleteErasedSamples } from './sql/deleteErasedSamples.js';
export { eraseBatch } from './sql/eraseBatch.js';
export { deleteErasedReplays } from './sql/steps/eraseReplays.js';
export { deriveErasedDays } from './sql/steps/deriveErasedDays.js';
