import { isTimeZone } from '@sluice/reading';
import { ApiError } from '../apiError.js';

/** Returns the time zone of a query. @throws ApiError 400 if there is none of this name */
export function readZone({ zone }: { readonly zone?: string }): string | undefined {
  if (zone === undefined || isTimeZone(zone)) return zone;
  throw new ApiError(
    400,
    'bad_query',
    `zone must be the IANA name of a time zone, such as Europe/Berlin, not ${JSON.stringify(zone)}.`,
  );
}
