import { rangeFields } from '../list/listQuery.js';
import { described } from '../schema/shapes.js';
import { integer, text } from '../schema/values.js';

/** Limit and cursor of a list. */
export const cursorFields = {
  limit: { ...integer(1, 100), default: 50, description: 'Rows per page.' },
  cursor: described(text(2_048), 'The `next` of the previous page, sent with the same other parameters.'),
};

/** Limit, cursor and range of a list. */
export const alertPageFields = { ...cursorFields, ...rangeFields };
