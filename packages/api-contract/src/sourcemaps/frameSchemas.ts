import { described, listOf, named, nullable, object } from '../schema/shapes.js';
import { boolean, oneOf, text, integer } from '../schema/values.js';

/** Reasons why a frame is not resolved. */
const UNRESOLVED = [
  'not_javascript',
  'no_release',
  'no_map',
  'no_position',
  'outside_map',
  'bad_map',
  'unavailable',
] as const;

/** A line or column, 1-based. */
export const position = integer(1, Number.MAX_SAFE_INTEGER);

const context = named(
  'SourceContext',
  object({
    before: described(listOf(text()), 'Up to five lines, each cut to about 140 characters, or 200 as sent.'),
    line: described(text(), 'About 140 characters around the column, or up to 200 as sent.'),
    after: described(listOf(text()), 'Up to five lines, each cut to about 140 characters, or 200 as sent.'),
  }),
);

/** Source lines around a position. Both uses share one description because a named schema has only one. */
export const sourceContextSchema = described(
  nullable(context),
  'Source lines around the position: from the source map for an original, as sent by the client for the frame itself. null if not known.',
);

const original = named(
  'OriginalFrame',
  object({
    file: described(nullable(text()), 'Path of the original file, without prefixes that bundlers add.'),
    source: described(nullable(text()), 'The `sources` entry of the map, unchanged.'),
    function: described(
      nullable(text()),
      'Name of the function that contains the position, or the name that the client sent; null if it has no name.',
    ),
    line: described(position, '1-based.'),
    column: described(position, '1-based.'),
    name: described(nullable(text()), 'The identifier at this position, which is rarely the function.'),
    inApp: described(
      boolean,
      'Whether the frame belongs to the application, judged by the original file and function and by the ignore list of the map.',
    ),
    context: sourceContextSchema,
  }),
);

/** The original position of a frame. */
export const originalSchema = described(
  nullable(original),
  'Original position by the source map stored now; null if the frame does not resolve.',
);

/** The reason why a frame has no original position. */
export const unresolvedSchema = described(
  nullable(oneOf(...UNRESOLVED)),
  'Why the frame does not resolve; null if it does. `not_javascript`: the exception is of another platform, which has no source maps. `no_release`: the exception has no release, and the frame no debug id. `no_map`: no map is stored for the debug id, nor for the release and file. ' +
    '`no_position`: the frame has no line. `outside_map`: the map has no mapping for the position. ' +
    '`bad_map`: the mappings cannot be decoded, or the compiled index is damaged. `unavailable`: the map could not be read in time.',
);
