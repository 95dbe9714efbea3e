import type { UnknownObject } from '@sluice/contract';

export { isObject, type UnknownObject } from '@sluice/contract';

/** Returns a copy of `object` with one field replaced; `undefined` removes the field. */
export function withField(object: UnknownObject, field: string, value: unknown): UnknownObject {
  if (value !== undefined) return { ...object, [field]: value };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== field));
}
