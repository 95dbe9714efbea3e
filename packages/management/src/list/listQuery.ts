import type { ObjectSchema, Schema } from '../route.js';
import { described, object } from '../schema/shapes.js';
import { text, integer } from '../schema/values.js';

/** Query parameters of every list; times are not parsed yet. */
export interface ListQuery {
  /** Rows per page: 1–100, 50 by default. */
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly cursor?: string;
  readonly from?: string;
  readonly to?: string;
  readonly environment?: string;
  readonly release?: string;
}

/** Maximum characters of a cursor and of a filter; longer ones cannot match. */
const MAX_CURSOR_LENGTH = 2_048;
const MAX_NAME_LENGTH = 250;
const MAX_TIME_LENGTH = 64;

/** Query schema of a timestamp in the formats that events may use; parse it with `readTime`. */
const timeText = (description: string): Schema => described(text(MAX_TIME_LENGTH), description);

/** Query schema of a time range. */
export const rangeFields: Readonly<Record<string, Schema>> = {
  from: timeText('Start of the range, inclusive. ISO 8601; UTC if it has no zone.'),
  to: timeText('End of the range, exclusive. ISO 8601.'),
};

/** Query schema of the filters by environment and release. */
export const environmentFields: Readonly<Record<string, Schema>> = {
  environment: described(text(MAX_NAME_LENGTH), 'Only rows of this environment.'),
  release: described(text(MAX_NAME_LENGTH), 'Only rows of this release.'),
};

/** Query schema of a list: page, range of arrival, environment, release and the parameters in `extra`. */
export const listQuery = (extra: Readonly<Record<string, Schema>> = {}): ObjectSchema =>
  optionalFields({
    limit: { ...integer(1, 100), default: 50, description: 'Rows per page. A page of large events ends at 8 MB.' },
    cursor: described(text(MAX_CURSOR_LENGTH), 'The `next` of the previous page, sent with the same other parameters.'),
    ...rangeFields,
    ...environmentFields,
    ...extra,
  });

/** Query schema whose parameters are all optional. */
export const optionalFields = (fields: Readonly<Record<string, Schema>>): ObjectSchema =>
  object(fields, Object.keys(fields));
