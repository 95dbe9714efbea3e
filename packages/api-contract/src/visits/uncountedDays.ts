import { described, listOf } from '../schema/shapes.js';
import { text } from '../schema/values.js';

/** Days of a range that have events but no counts yet. */
export const uncountedDays = described(
  listOf(text()),
  'UTC days of the range (`YYYY-MM-DD`) with events that are not counted yet, because they arrived late or before an update: their counts are 0 until housekeeping counts them, within ten minutes.',
);
