import type { Schema } from '@sluice/api-contract';
import { isObject } from '@sluice/contract';

/** Collects named schemas. */
export interface NamedSchemaCollector {
  /** Returns the value with every named schema replaced by a reference. */
  readonly lift: (value: unknown) => unknown;
  /** The collected schemas by name. */
  readonly schemas: () => Readonly<Record<string, unknown>>;
}

/** See {@link NamedSchemaCollector}. @throws Error if two schemas have the same name */
export function collectNamedSchemas(): NamedSchemaCollector {
  const lifted = new Map<string, { readonly source: string; readonly schema: unknown }>();
  const inner = (value: Schema): Schema =>
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lift(part)]));
  const lift = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(lift);
    if (!isObject(value)) return value;
    const { title: name } = value;
    if (typeof name !== 'string') return inner(value);
    const source = JSON.stringify(value);
    const known = lifted.get(name);
    if (known === undefined) lifted.set(name, { source, schema: inner(value) });
    else if (known.source !== source) throw new Error(`the name ${name} stands for two schemas`);
    return { $ref: `#/components/schemas/${name}` };
  };
  return {
    lift,
    schemas: () => Object.fromEntries([...lifted].map(([name, { schema }]) => [name, schema])),
  };
}
