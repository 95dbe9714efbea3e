import { listOf, named, object, described, nullable } from '../schema/shapes.js';
import { text, boolean } from '../schema/values.js';
import { position, sourceContextSchema, originalSchema, unresolvedSchema } from '../sourcemaps/frameSchemas.js';

const frame = named(
  'Frame',
  object({
    file: text(),
    function: text(),
    line: described(nullable(position), '1-based.'),
    column: described(nullable(position), '1-based.'),
    inApp: boolean,
    context: sourceContextSchema,
    original: originalSchema,
    unresolved: unresolvedSchema,
  }),
);

/** Schema of {@link framesToWire}. */
export const framesSchema = listOf(frame);

/** Schema of {@link causeToWire}. */
export const causeSchema = named('Cause', object({ type: text(), message: text(), frames: framesSchema }));
