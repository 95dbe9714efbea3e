import { isTimeZone } from '@sluice/db';
import { ApiError } from '../apiError.js';
import type { Schema } from '../route.js';
import { described } from '../schema/shapes.js';
import { text } from '../schema/values.js';

/** Query schema of the zone of bars; parse it with {@link readZone}. */
export const zoneFields: Readonly<Record<string, Schema>> = {
  zone: described(
    text(64),
    'IANA name of the time zone in which the days of bars begin, such as `Europe/Berlin`; UTC by default. An hour belongs to the day in which it begins.',
  ),
};

/** Returns the time zone of a query. @throws ApiError 400 if there is none of this name */
export function readZone({ zone }: { readonly zone?: string }): string | undefined {
  if (zone === undefined || isTimeZone(zone)) return zone;
  throw new ApiError(
    400,
    'bad_query',
    `zone must be the IANA name of a time zone, such as Europe/Berlin, not ${JSON.stringify(zone)}.`,
  );
}
