import type { Frame } from '@sluice/stacktrace';
import { displayPath, isOriginalInApp } from './displayPath.js';
import type { OriginalFrame } from './frameResolver.js';
import type { Located } from './locatePositions.js';
import { functionName } from './functionName.js';

/**
 * Returns the original frame. @param caller information about the next older frame @param hasFunctions whether
 * function names were looked up
 */
export function originalFrame(
  frame: Frame,
  located: Located,
  caller: Located | undefined,
  hasFunctions: boolean,
): OriginalFrame {
  const { mapped, context, scope, enclosing } = located;
  const { source, line, column, name } = mapped;
  const printed = frame.function === '' ? null : frame.function;
  const called = hasFunctions
    ? functionName({ raw: frame.function, scope, enclosing, caller: caller?.callSite })
    : printed;
  return {
    file: source === null ? null : displayPath(source),
    source,
    function: called,
    line,
    column: column + 1,
    name,
    inApp: !mapped.isIgnored && isOriginalInApp(source, called, frame.inApp),
    context,
  };
}
