import type { ResolvedFrame } from '@sluice/sourcemaps';
import { described, flag, listOf, named, nullable, object, oneOf, text, whole } from '@sluice/management';
import type { Cause, Frame } from '@sluice/stacktrace';

/** Why a frame is shown as it was sent. */
const UNRESOLVED = ['no_release', 'no_map', 'no_position', 'outside_map', 'bad_map', 'unavailable'] as const;

const position = whole(1, Number.MAX_SAFE_INTEGER);

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

const frame = named(
  'Frame',
  object({
    file: text(),
    function: text(),
    line: described(nullable(position), '1-based.'),
    column: described(nullable(position), '1-based.'),
    inApp: flag,
    original: described(
      nullable(original),
      'As the source map that is stored now says; null where it does not resolve.',
    ),
    unresolved: described(
      nullable(oneOf(...UNRESOLVED)),
      'Why it does not resolve; null where it does. `unavailable`: the map could not be read in time.',
    ),
  }),
);

/** Schema of {@link framesToWire}. */
export const framesSchema = listOf(frame);

/** Schema of {@link causeToWire}. */
export const causeSchema = named('Cause', object({ type: text(), message: text(), frames: framesSchema }));

/** Frames as they were sent, each with its original or the reason why there is none. @param resolved one a frame */
export const framesToWire = (frames: readonly Frame[], resolved: readonly ResolvedFrame[]) =>
  frames.map(({ file, function: name, line, column, inApp }, index) => ({
    ...{ file, function: name, line, column, inApp },
    ...frameAnswer(resolved[index] ?? UNKNOWN),
  }));

const UNKNOWN: ResolvedFrame = { original: null, unresolved: 'unavailable' };

const frameAnswer = ({ original: found, unresolved }: ResolvedFrame) => ({
  original: found === null ? null : originalToWire(found),
  unresolved,
});

function originalToWire(found: NonNullable<ResolvedFrame['original']>) {
  const { file, source, function: name, line, column, name: identifier, inApp, context: lines } = found;
  return {
    ...{ file, source, function: name, line, column, name: identifier, inApp },
    context: lines === null ? null : { before: lines.before, line: lines.line, after: lines.after },
  };
}

/** A cause with its frames. */
export const causeToWire = ({ type, message, frames }: Cause, resolved: readonly ResolvedFrame[]) => ({
  type,
  message,
  frames: framesToWire(frames, resolved),
});
