import { ofProject, type Operation } from '@sluice/management';
import { releasesRoutes } from './releases/releasesRoutes.js';
import { explainRoute } from './sourcemaps/explainRoute.js';
import { sourcemapsRoutes } from './sourcemaps/sourcemapsRoutes.js';
import { uploadRoute } from './uploads/uploadRoute.js';
import type { Workshop } from './workshop.js';

/** Every operation of the service, in the order of the documentation. */
export const operationsOf = (workshop: Workshop): readonly Operation[] =>
  [uploadRoute(workshop), ...sourcemapsRoutes, explainRoute(workshop.resolver), ...releasesRoutes].map(ofProject);

/** Paths that are this service's; every other one under `/api/0` is the read API's. */
export const SOURCEMAPS_ADDRESSES = /^\/api\/0\/projects\/[^/]+\/[^/]+\/(?:sourcemaps|releases)(?:\/|$)/;
