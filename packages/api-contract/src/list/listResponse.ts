import type { Schema } from '../schema/schema.js';
import { described, listOf, nullable, object } from '../schema/shapes.js';
import { text, time } from '../schema/values.js';

/** Schema of a list response. */
export const listResponse = <S extends Schema>(item: S) =>
  object({
    data: listOf(item),
    next: described(nullable(text()), 'The `cursor` of the next page; null on the last page.'),
    scannedTo: described(
      nullable(time),
      'Set if the scan stopped before the page was full: every row that arrived after this time was examined, and `next` continues from there.',
    ),
  });
