/** Modules without types, as far as tests use them. */
declare module 'pbf/compile' {
  import type { PbfReader } from 'pbf';

  /** Returns `read` and `write` functions for each message of a parsed schema. */
  export function compile(schema: object): Readonly<Record<string, (reader: PbfReader) => object>>;
}

declare module 'protocol-buffers-schema' {
  const schema: { readonly parse: (text: string) => object };
  export default schema;
}
