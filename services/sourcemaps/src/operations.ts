import { projectOperation, type Operation } from '@sluice/management';
import { releasesRoutes } from './releases/releasesRoutes.js';
import { explainRoute } from './sourcemaps/explainRoute.js';
import { deleteRoutes, listRoutes } from './sourcemaps/sourcemapsRoutes.js';
import { uploadRoute } from './uploads/uploadRoute.js';
import type { Workshop } from './workshop.js';

/** Every operation of the service, in the order of the documentation. */
export function operationsOf(workshop: Workshop): readonly Operation[] {
  const maps = [...listRoutes, uploadRoute(workshop), ...deleteRoutes, explainRoute(workshop.resolver)];
  return [...maps, ...releasesRoutes].map(projectOperation);
}

/** Paths that are this service's; every other one under `/api/0` is the read API's. */
export const SOURCEMAPS_ADDRESSES = /^\/api\/0\/projects\/[^/]+\/[^/]+\/(?:sourcemaps|releases)(?:\/|$)/;
