import { described, listOf, named, nullable, object } from '../schema/shapes.js';
import { flag, oneOf, text, whole } from '../schema/values.js';

/** Why a frame is shown as it was sent. */
const UNRESOLVED = ['no_release', 'no_map', 'no_position', 'outside_map', 'bad_map', 'unavailable'] as const;

/** A line or column, 1-based. */
export const position = whole(1, Number.MAX_SAFE_INTEGER);

const context = named(
  'SourceContext',
  object({
    before: described(listOf(text()), 'Up to five lines.'),
    line: described(text(), 'About 140 characters around the column.'),
    after: described(listOf(text()), 'Up to five lines.'),
  }),
);

const original = named(
  'OriginalFrame',
  object({
    file: described(nullable(text()), 'Without what bundlers put around a path.'),
    source: described(nullable(text()), 'As the map says it.'),
    function: nullable(text()),
    line: described(position, '1-based.'),
    column: described(position, '1-based.'),
    name: described(nullable(text()), 'The identifier at this position: seldom the function.'),
    inApp: described(flag, 'Of the application, by the original file.'),
    context: described(nullable(context), 'null where the map does not hold the source.'),
  }),
);

/** What a frame was made of. */
export const originalSchema = described(
  nullable(original),
  'As the source map that is stored now says; null where it does not resolve.',
);

/** Why there is no original. */
export const unresolvedSchema = described(
  nullable(oneOf(...UNRESOLVED)),
  'Why it does not resolve; null where it does. `unavailable`: the map could not be read in time.',
);
