import type { Fields, TypeOf } from '../schema/schema.js';
import { described, optionalFields } from '../schema/shapes.js';
import { text, integer } from '../schema/values.js';

/** Maximum characters of a cursor and of a filter; longer ones cannot match. */
const MAX_CURSOR_LENGTH = 2_048;
const MAX_NAME_LENGTH = 250;
const MAX_TIME_LENGTH = 64;

/** Query schema of a timestamp in the formats that events may use; parse it with `readTime`. */
const timeText = (description: string) => described(text(MAX_TIME_LENGTH), description);

/** Query schema of a time range. */
export const rangeFields = {
  from: timeText('Start of the range, inclusive. ISO 8601; UTC if it has no zone.'),
  to: timeText('End of the range, exclusive. ISO 8601.'),
};

/** Query schema of the filters by environment and release. */
export const environmentFields = {
  environment: described(text(MAX_NAME_LENGTH), 'Only rows of this environment.'),
  release: described(text(MAX_NAME_LENGTH), 'Only rows of this release.'),
};

/** Query schema of the zone of bars; parse it with `readZone`. */
export const zoneFields = {
  zone: described(
    text(64),
    'IANA name of the time zone in which the days of bars begin, such as `Europe/Berlin`; UTC by default. An hour belongs to the day in which it begins.',
  ),
};

/** Query schema of a page of a list: 1–100 rows, and the `next` of the previous page. */
export const pageFields = {
  limit: { ...integer(1, 100), default: 50, description: 'Rows per page. A page of large events ends at 8 MB.' },
  cursor: described(text(MAX_CURSOR_LENGTH), 'The `next` of the previous page, sent with the same other parameters.'),
};

const listFields = { ...pageFields, ...rangeFields, ...environmentFields };

/** Query parameters of every list; times are not parsed yet. */
export type ListQuery = TypeOf<ReturnType<typeof optionalFields<typeof listFields>>>;

/** Query schema of a list: page, range of arrival, environment, release and the parameters in `extra`. */
export const listQuery = <Extra extends Fields>(extra: Extra) => optionalFields({ ...listFields, ...extra });
