/** An object with the properties of another one, which does not exist before the tests run. @throws if a property is used earlier */
export function lazily<T extends object>(current: () => T | undefined): T {
  const existing = (): T => {
    const found = current();
    if (found === undefined) throw new Error('available in tests and hooks only');
    return found;
  };
  return new Proxy({} as T, {
    get: (_target, name) => Reflect.get(existing(), name) as unknown,
    set: (_target, name, value) => Reflect.set(existing(), name, value),
    has: (_target, name) => Reflect.has(existing(), name),
    ownKeys: () => Reflect.ownKeys(existing()),
    getOwnPropertyDescriptor: (_target, name) => {
      const found = Reflect.getOwnPropertyDescriptor(existing(), name);
      // A proxy may not report a property that its target lacks as fixed.
      return found && { ...found, configurable: true };
    },
  });
}
