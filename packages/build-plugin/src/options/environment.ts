/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable's value; `undefined` where it is not set or blank. */
export function valueOf(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}
