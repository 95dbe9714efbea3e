import { TenancyError } from '@sluice/db';
import { ApiError } from '@sluice/management';

/**
 * Runs a change of alert settings. Of an invalid one the message begins with the path of the field, as the client wrote it.
 * @throws ApiError 422 `invalid_body`, and whatever else the change throws
 */
export async function withSettingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TenancyError) || error.code !== 'invalid') throw error;
    throw new ApiError(422, 'invalid_body', `${error.message}.`);
  }
}

/** Returns a time in a body; `null` stays. @throws ApiError 422 that names the field */
export function readBodyTime(name: string, value: string): Date {
  const ms = /^\d{4}-/.test(value) ? Date.parse(value) : NaN;
  if (!Number.isNaN(ms)) return new Date(ms);
  throw new ApiError(422, 'invalid_body', `${name}: must be an ISO 8601 timestamp, such as 2026-01-31T12:00:00Z.`);
}
