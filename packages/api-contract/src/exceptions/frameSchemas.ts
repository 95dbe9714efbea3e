import { listOf, mapOf, named, object, described, nullable } from '../schema/shapes.js';
import { boolean, count, text } from '../schema/values.js';
import { position, sourceContextSchema, originalSchema, unresolvedSchema } from '../sourcemaps/frameSchemas.js';

const frame = named(
  'Frame',
  object({
    file: text(),
    function: text(),
    module: described(nullable(text()), 'Module, class or package of the function, as sent.'),
    line: described(nullable(position), '1-based.'),
    column: described(nullable(position), '1-based.'),
    inApp: boolean,
    context: sourceContextSchema,
    vars: described(nullable(mapOf(text())), 'Local variables by name, as the program printed them; null if not sent.'),
    debugId: described(nullable(text()), 'UUID that a build wrote into the file; null if not sent.'),
    original: originalSchema,
    unresolved: unresolvedSchema,
  }),
);

/** Schema of {@link framesToWire}. */
export const framesSchema = listOf(frame);

/** Schema of {@link causeToWire}. */
export const causeSchema = named(
  'Cause',
  object({
    type: text(),
    message: text(),
    frames: framesSchema,
    parent: described(
      nullable(count),
      'Set for an exception of a group, such as an `AggregateError`: the place of the group, where 0 is the exception itself and 1 its first cause. null: the cause of the one before it.',
    ),
  }),
);
