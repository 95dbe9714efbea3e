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
export interface StoredRow<Table extends EventTableName> {
  readonly event: EnrichedEvent;
  readonly facts: RowFacts;
  readonly row: RowOf[Table];
}

/** Jobs held at once where neither a setting nor the definition says how many. */
const DEFAULT_ACTIVE_JOBS = 128;

/** Jobs that a worker holds at once. */
export const maxActiveJobs = (config: Pick<WorkerConfig, 'jobs'>, definition: Pick<StoreDefinition, 'jobs'>): number =>
  config.jobs ?? definition.jobs ?? DEFAULT_ACTIVE_JOBS;

/** What makes one event type's worker differ from the others. */
export interface StoreDefinition<Table extends EventTableName = EventTableName> {
  readonly type: EventType;
  readonly table: Table;
  /** Jobs held at once where no setting says how many; 128 when unset. */
  readonly jobs?: number;
  /** Derived tables that are partitioned by arrival too. */
  readonly partitioned: readonly PartitionedTable[];
  /** Pure: the row of an event. Throwing makes this one event a dead letter. */
  readonly toRow: (event: EnrichedEvent, facts: RowFacts) => RowOf[Table];
  /**
   * Looks at a load's rows before its transaction, once however often that is repeated, for what `derive` may use: nothing
   * outside the database is asked while locks are held. A load waits `withinMs` for it at most, and is stored without it
   * then, and where it rejects.
   */
  readonly lookUp?: (stored: readonly StoredRow<Table>[], withinMs: number) => Promise<void>;
  /**
   * What follows from stored rows, in the transaction that stores them: folded to one change a key before it is
   * written, tables always in the same order. Commutative: loads arrive in any order. Their users follow after it. What
   * projects add beyond the caps of `names` is derived under `(other)`; which names those are follows the order.
   */
  readonly derive: (tx: Tx, stored: readonly StoredRow<Table>[], names: NameBudget) => Promise<void>;
}
