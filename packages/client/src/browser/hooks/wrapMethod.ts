import { unwrapped, WRAPPED } from '../../core/unwrapped.js';

type Method = (this: unknown, ...args: never[]) => unknown;

/**
 * Replaces a method of an object. The function returned by `make` must call the original with its `this` and arguments and
 * return its result. @returns a function that restores the original; if the method was wrapped again, the wrapper only
 * forwards from then on
 */
export function wrapMethod<Name extends string>(
  owner: Record<Name, unknown>,
  name: Name,
  make: (original: Method) => Method,
): () => void {
  const original = owner[name] as Method | undefined;
  if (typeof original !== 'function') return () => undefined;
  let current = make(original);
  const wrapper = Object.assign(
    function (this: unknown, ...args: never[]): unknown {
      return current.apply(this, args);
    },
    { [WRAPPED]: unwrapped(original) },
  );
  owner[name] = wrapper;
  return () => {
    current = original;
    if (owner[name] === wrapper) owner[name] = original;
  };
}
