import { sourceMapServiceOperations } from '@sluice/management';
import { openApiDocument, type OpenApiDocument } from './openapi/openApiDocument.js';
import { createOperations } from './operations.js';

const refuse = (): never => {
  throw new Error('these operations are described, not run');
};

/** Returns the OpenAPI document of everything under `/api/0`, without a server or a database. */
export const describeApi = (): OpenApiDocument =>
  openApiDocument([
    ...createOperations({ resolveStacks: refuse, readCulprits: refuse }, { read: refuse, stop: refuse }),
    ...sourceMapServiceOperations,
  ]);
