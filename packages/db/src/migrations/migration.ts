/** Properties of the server that a migration depends on. */
export interface ServerFacts {
  /** Whether the server was built with lz4 compression. */
  readonly lz4: boolean;
}

/** An index of a table that may be large: it is built without blocking writes. */
export interface ConcurrentIndex {
  /** Begins with the name of the table and `_`. The index of a partition has the name of the partition there. */
  readonly name: string;
  /** A table, or a partitioned one. */
  readonly table: string;
  /** Keys in parentheses, and a predicate: `(project_id, name) where name is not null`. */
  readonly on: string;
}

/**
 * One step of the schema, applied once, in the order of the names: first its indexes, one by one, then its statements in one
 * transaction. Steps only add (tables, nullable columns); what old code still reads is removed by a step of a later release.
 */
export interface Migration {
  /** `NNNN-name`, as its file. */
  readonly name: string;
  /**
   * Indexes of existing tables. A step that was interrupted while it built them goes on where it was. They cannot use what the
   * statements of the same step add.
   */
  readonly indexes?: readonly ConcurrentIndex[];
  readonly statements: (facts: ServerFacts) => readonly string[];
  /**
   * Name of the step that code must know to run on a database with this one. Set it on a step that removes or changes something:
   * to the step since which no code uses it. Without it, all older code may run.
   */
  readonly compatibleSince?: string;
}
