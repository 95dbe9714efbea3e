/** What a migration may ask of the server it runs on. */
export interface ServerFacts {
  /** Whether values can be compressed with lz4: a choice of whoever built the server. */
  readonly lz4: boolean;
}

/**
 * One step of the schema, applied once, in the order of its name, in a transaction of its own. Only forward: a step
 * expands (new table, new nullable column); what old code still reads is removed by a later release's step.
 */
export interface Migration {
  /** `NNNN-name`, as its file is called. */
  readonly name: string;
  readonly statements: (facts: ServerFacts) => readonly string[];
}
