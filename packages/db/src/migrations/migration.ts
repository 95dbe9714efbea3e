/** Properties of the server that a migration depends on. */
export interface ServerFacts {
  /** Whether the server was built with lz4 compression. */
  readonly lz4: boolean;
}

/**
 * One step of the schema, applied once, in the order of the names, in its own transaction. Steps only add (tables, nullable
 * columns); what old code still reads is removed by a step of a later release.
 */
export interface Migration {
  /** `NNNN-name`, as its file. */
  readonly name: string;
  readonly statements: (facts: ServerFacts) => readonly string[];
}
