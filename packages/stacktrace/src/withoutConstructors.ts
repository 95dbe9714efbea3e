import type { Frame } from './frame.js';

/** A class of errors, by the custom of naming them. */
const ERROR_CLASS = /^[A-Z].*(?:Error|Exception)$/;

/**
 * Returns the frames of an error without the constructors that created it. Firefox and WebKit print the constructors
 * of `class CartError extends Error {}` as its newest calls (`CartError@…`); Chrome prints none; all engines print
 * those of an error class made without `class`. Removes the newest frames up to the one named like the error's type,
 * provided that all of them are named like error classes and others remain; otherwise returns the same frames.
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
