/** A parsed JSON object with unvalidated values. */
export type UnknownObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object. */
export const isObject = (value: unknown): value is UnknownObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a copy of `object` with one field replaced; `undefined` removes the field. */
export function withField(object: UnknownObject, field: string, value: unknown): UnknownObject {
  if (value !== undefined) return { ...object, [field]: value };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== field));
}
