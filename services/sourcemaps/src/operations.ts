import { projectOperation, type Operation } from '@sluice/management';
import { releasesRoutes } from './releases/releasesRoutes.js';
import { explainRoute } from './sourcemaps/explainRoute.js';
import { deleteRoutes, listRoutes } from './sourcemaps/sourcemapsRoutes.js';
import { uploadRoute } from './uploads/uploadRoute.js';
import type { ServiceContext } from './serviceContext.js';

/** Returns all operations of the service, in the order of the documentation. */
export function operationsOf(context: ServiceContext): readonly Operation[] {
  const maps = [...listRoutes, uploadRoute(context), ...deleteRoutes, explainRoute(context.resolver)];
  return [...maps, ...releasesRoutes].map(projectOperation);
}

/** Paths of this service; all others below `/api/0` belong to the read API. */
export const SOURCEMAPS_ADDRESSES =
  /^\/api\/0\/(?:$|organizations\/[^/]+\/(?:chunk-upload|artifactbundle|repos|releases)(?:\/|$)|projects\/[^/]+\/[^/]+\/(?:sourcemaps|releases)(?:\/|$))/;
