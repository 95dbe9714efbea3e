import { findOrganization, type Place } from '@sluice/db';
import { ApiError } from '@sluice/management';
import type { ServiceContext } from '../serviceContext.js';

/** @throws ApiError 403 if the plan of the organization does not include source maps */
export async function assertPlan({ db, requestLimiter }: ServiceContext, place: Place): Promise<void> {
  const { settings } = await requestLimiter.run(place.organizationId, () => findOrganization(db, place.organization));
  if (settings.sourceMaps) return;
  throw new ApiError(403, 'plan_lacks_source_maps', 'The plan of this organization does not include source maps.');
}
