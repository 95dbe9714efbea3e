import { isObject } from '@sluice/contract';

/** A bundle cannot be read. The same bytes fail again; the message says why, for people. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** Whether an error is of the disk, not of what is read from it. */
export const isOfDisk = (error: unknown): boolean => isObject(error) && 'syscall' in error;
