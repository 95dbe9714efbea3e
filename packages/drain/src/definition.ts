import type { EventType } from '@sluice/contract';
import type { EventTableName, NameBudget, PartitionedTable, RowOf, Tx } from '@sluice/db';
import type { EnrichedEvent } from '@sluice/enrichment';
import type { WorkerConfig } from './config.js';

/** What a row needs to know beside its event. */
export interface RowFacts {
  readonly projectId: string;
  /** Arrival at the gateway, milliseconds since 1970. */
  readonly arrivalMs: number;
  /** Whether a server key sent the event; a public one where it is not said. */
  readonly byServer?: boolean;
}

/** A row of an event table with the event it was made of: what derived tables are computed from. */
export interface StoredRow<Table extends EventTableName, Details = undefined> {
  readonly event: EnrichedEvent;
  readonly facts: RowFacts;
  readonly row: RowOf[Table];
  /** What the definition read from the event, with the results of the look-up. */
  readonly details: Details;
}

/** Jobs held at once where neither a setting nor the definition says how many. */
const DEFAULT_ACTIVE_JOBS = 128;

/** Jobs that a worker holds at once. */
export const maxActiveJobs = (config: Pick<WorkerConfig, 'jobs'>, definition: { readonly jobs?: number }): number =>
  config.jobs ?? definition.jobs ?? DEFAULT_ACTIVE_JOBS;

/** What makes one event type's worker differ from the others. */
export interface StoreDefinition<Table extends EventTableName = EventTableName, Details = undefined> {
  readonly type: EventType;
  readonly table: Table;
  /** Jobs held at once where no setting says how many; 128 when unset. */
  readonly jobs?: number;
  /** Derived tables that are partitioned by arrival too. */
  readonly partitioned: readonly PartitionedTable[];
  /** Pure: what the later steps need to know about an event beyond its row. Throwing makes this one event a dead letter. */
  readonly readDetails: (event: EnrichedEvent) => Details;
  /** Pure: the row of an event. Throwing makes this one event a dead letter. */
  readonly toRow: (event: EnrichedEvent, facts: RowFacts, details: Details) => RowOf[Table];
  /**
   * Reads from outside the database what `derive` needs, before the transaction, because a transaction must not hold locks
   * while it waits for another system. Called once per write batch, however often its transaction is repeated.
   * Resolves with the new details of each row, in order. If it rejects or takes longer than `timeoutMs`, the rows keep
   * the details that they have.
   */
  readonly lookUp?: (stored: readonly StoredRow<Table, Details>[], timeoutMs: number) => Promise<readonly Details[]>;
  /**
   * Writes what follows from stored rows, in the transaction that stores them. Folds the rows to one change per key before
   * it writes, and writes tables always in the same order, so that workers do not deadlock. Must be commutative: write
   * batches arrive in any order. New names above the caps of `names` are derived under `(other)`. The drain writes
   * project users afterwards.
   */
  readonly derive: (tx: Tx, stored: readonly StoredRow<Table, Details>[], names: NameBudget) => Promise<void>;
}

/** {@link StoreDefinition.readDetails} of a definition whose rows say everything. */
export const noDetails = (): undefined => undefined;
