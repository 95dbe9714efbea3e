import { unwrapped, WRAPPED } from '../../core/unwrapped.js';

type Method = (this: unknown, ...args: never[]) => unknown;

/**
 * Replaces a method of an object. What `make` returns must give the original its `this` and arguments, and hand on what it
 * returns or throws. @returns puts the original back; where somebody wrapped the method since, ours only passes on from
 * then
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
