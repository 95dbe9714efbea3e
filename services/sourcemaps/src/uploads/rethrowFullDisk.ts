import { ApiError } from '@sluice/management';
import type { ServiceContext } from '../serviceContext.js';

/** Returns a function that throws an error again; that of a full disk is logged and becomes a 503. */
export const rethrowFullDisk =
  (context: ServiceContext) =>
  (error: unknown): never => {
    throw isFull(error) ? noRoom(context, error) : error;
  };

const isFull = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

function noRoom({ logger }: ServiceContext, error: Error): ApiError {
  logger.error({ err: error }, 'no disk space left for uploads');
  return new ApiError(503, 'unavailable', 'The service has no disk space for uploads. Try again later.', {
    'retry-after': '60',
  });
}
