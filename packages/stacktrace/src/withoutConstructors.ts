import type { Frame } from './frame.js';

/** A class of errors, by the custom of naming them. */
const ERROR_CLASS = /^[A-Z].*(?:Error|Exception)$/;

/**
 * The frames of an error without the constructors that made it. Firefox and WebKit print those of `class CartError extends
 * Error {}` as its newest calls (`CartError@…`), Chrome prints none; of an error class made without `class` all engines do.
 * Left out are the newest frames up to one named like the error's type, as long as all of them are named like error
 * classes; the same frames where there is no such frame, or no other.
 *
 * @param type of the error: `CartError`
 */
export function withoutConstructors<T extends Pick<Frame, 'function'>>(
  frames: readonly T[],
  type: string,
): readonly T[] {
  let end = 0;
  for (const [index, frame] of frames.entries()) {
    const name = frame.function.replace(/^new /, '');
    if (name === '') break;
    if (name === type) end = index + 1;
    else if (!ERROR_CLASS.test(name)) break;
  }
  return end === 0 || end === frames.length ? frames : frames.slice(end);
}
