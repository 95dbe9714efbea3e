import type { ObjectSchema, Schema } from '../route.js';
import { described, listOf, nullable, object } from '../schema/shapes.js';
import { text, time } from '../schema/values.js';

/** Schema of a list's answer. */
export const listAnswer = (item: Schema): ObjectSchema =>
  object({
    data: listOf(item),
    next: described(nullable(text()), 'The `cursor` of the next page; null where there is nothing more.'),
    scannedTo: described(
      nullable(time),
      'Set where the look ended before the page was full: all that arrived since then was looked at, and `next` goes on.',
    ),
  });
