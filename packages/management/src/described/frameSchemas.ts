import { described, listOf, named, nullable, object } from '../schema/shapes.js';
import { flag, oneOf, text, whole } from '../schema/values.js';

/** Why a frame is shown as it was sent. */
const UNRESOLVED = ['no_release', 'no_map', 'no_position', 'outside_map', 'bad_map', 'unavailable'] as const;

/** A line or column, 1-based. */
export const position = whole(1, Number.MAX_SAFE_INTEGER);

const context = named(
  'SourceContext',
  object({
    before: described(listOf(text()), 'Up to five lines, each cut to about 140 characters, or 200 as sent.'),
    line: described(text(), 'About 140 characters around the column, or up to 200 as sent.'),
    after: described(listOf(text()), 'Up to five lines, each cut to about 140 characters, or 200 as sent.'),
  }),
);

/** Source lines around a position. One description for both places: a named schema has one only. */
export const sourceContextSchema = described(
  nullable(context),
  'Source lines around the position: from the source map for an original, as sent by the client for the frame itself. null if not known.',
);

const original = named(
  'OriginalFrame',
  object({
    file: described(nullable(text()), 'Without what bundlers put around a path.'),
    source: described(nullable(text()), 'As the map says it.'),
    function: described(
      nullable(text()),
      'The one that the position is in, else as it was sent; null where it has no name.',
    ),
    line: described(position, '1-based.'),
    column: described(position, '1-based.'),
    name: described(nullable(text()), 'The identifier at this position: seldom the function.'),
    inApp: described(flag, 'Of the application, by the original file and function and what the map says to ignore.'),
    context: sourceContextSchema,
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
  'Why it does not resolve; null where it does. `no_release`: the exception names none. `no_map`: none is stored for the release and the file. ' +
    '`no_position`: the frame has no line. `outside_map`: the map says nothing of the position. ' +
    '`bad_map`: its mappings cannot be read, or what was made of it is damaged. `unavailable`: the map could not be read in time.',
);
