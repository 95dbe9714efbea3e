import { documentedProjectOperation, type DocumentedOperation } from '../operation.js';
import { releaseDescriptions } from './releaseDescriptions.js';
import { sourceMapDescriptions } from './sourceMapDescriptions.js';

/** Operations under `/api/0` that the source map service serves, so that one OpenAPI document covers the whole API. */
export const sourceMapServiceOperations: readonly DocumentedOperation[] = [
  ...Object.values(sourceMapDescriptions),
  ...Object.values(releaseDescriptions),
].map(documentedProjectOperation);
