import { sourceMapServiceOperations } from '@sluice/management';
import { silentLogger } from '@sluice/runtime';
import { DEFAULT_API_CONFIG } from './config.js';
import { openApiDocument, type OpenApiDocument } from './openapi/openApiDocument.js';
import { createAccountOperations, createOperations } from './operations.js';
import { createAccountServices } from './routes/account/createAccountServices.js';

const refuse = (): never => {
  throw new Error('these operations are described, not run');
};

/** Returns the OpenAPI document of everything under `/api/0`, without a server or a database. */
export function describeApi(): OpenApiDocument {
  const services = createAccountServices(silentLogger, DEFAULT_API_CONFIG);
  const frames = { resolveStacks: refuse, readCulprits: refuse };
  const operations = createOperations(frames, { read: refuse, stop: refuse }, services);
  return openApiDocument([...operations, ...sourceMapServiceOperations], createAccountOperations(services));
}
