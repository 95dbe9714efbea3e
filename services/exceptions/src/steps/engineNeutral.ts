import { isInApp, withoutConstructors, type Cause, type Frame } from '@sluice/stacktrace';

/**
 * Names that WebKit prints without a location: evaluated code, and implicit constructors. V8's builtins look like
 * `Array.map`.
 */
const PLAIN = /^[\w$]*$/;

/**
 * Returns an error and its causes reduced to what all engines print alike: without the constructors of the error
 * itself, without `get` and `set` before a name, and with the caller's file where WebKit prints none (`Shop@`).
 * Returns the same object if nothing changes.
 */
export function engineNeutral(errors: readonly Cause[]): readonly Cause[] {
  const neutral = errors.map((error) => {
    const frames = neutralFrames(error);
    return frames === error.frames ? error : { ...error, frames };
  });
  return neutral.every((error, index) => error === errors[index]) ? errors : neutral;
}

function neutralFrames({ frames, type }: Cause): readonly Frame[] {
  const calls = withoutConstructors(frames, type);
  const neutral = calls.map((frame, index) => withoutAccessor(isUnplaced(frame) ? placed(frame, calls, index) : frame));
  return neutral.every((frame, index) => frame === calls[index]) ? calls : neutral;
}

const withoutAccessor = (frame: Frame): Frame =>
  /^[gs]et /.test(frame.function) ? { ...frame, function: frame.function.slice(4) } : frame;

const isUnplaced = (frame: Frame): boolean => frame.file === '<anonymous>' && PLAIN.test(frame.function);

function placed(frame: Frame, calls: readonly Frame[], index: number): Frame {
  const caller = calls.slice(index + 1).find(({ line }) => line !== null);
  return caller === undefined ? frame : { ...frame, file: caller.file, inApp: isInApp(caller.file, frame.function) };
}
