import type { ResolvedFrame } from '@sluice/sourcemaps';
import type { Cause, Frame } from '@sluice/stacktrace';

/** Returns frames as sent, each with its original position or the reason why it has none. @param resolved one per frame */
export const framesToWire = (frames: readonly Frame[], resolved: readonly ResolvedFrame[]) =>
  frames.map(({ file, function: name, module, line, column, inApp, context, vars, debugId }, index) => ({
    file,
    function: name,
    module: module ?? null,
    line,
    column,
    inApp,
    context: context ?? null,
    vars: vars ?? null,
    debugId: debugId ?? null,
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
    file,
    source,
    function: name,
    line,
    column,
    name: identifier,
    inApp,
    context: lines === null ? null : { before: lines.before, line: lines.line, after: lines.after },
  };
}

/** Returns a cause with its frames. */
export const causeToWire = ({ type, message, frames, parent }: Cause, resolved: readonly ResolvedFrame[]) => ({
  type,
  message,
  frames: framesToWire(frames, resolved),
  parent: parent ?? null,
});
