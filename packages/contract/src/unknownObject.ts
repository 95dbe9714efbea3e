/** A parsed JSON object with unvalidated values. */
export type UnknownObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object. */
export const isObject = (value: unknown): value is UnknownObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
