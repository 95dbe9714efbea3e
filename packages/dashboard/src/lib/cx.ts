/** Returns the class names that are given, joined; `undefined` without any. */
export const cx = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter((name) => name !== undefined && name !== false && name !== '').join(' ') || undefined;
