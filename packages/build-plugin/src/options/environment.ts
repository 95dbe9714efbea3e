/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the value of a variable; `undefined` if it is unset or blank. */
export function valueOf(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}
