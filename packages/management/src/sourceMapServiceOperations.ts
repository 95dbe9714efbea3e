import { releasesApi, sourcemapsApi } from '@sluice/api-contract';
import { documentedProjectOperation, type DocumentedOperation } from './operation.js';

/** Operations under `/api/0` that the source map service serves, so that one OpenAPI document covers the whole API. */
export const sourceMapServiceOperations: readonly DocumentedOperation[] = [
  ...Object.values(sourcemapsApi),
  ...Object.values(releasesApi),
].map(documentedProjectOperation);
