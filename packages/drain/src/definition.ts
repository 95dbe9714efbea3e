import type { EventType } from '@sluice/contract';
import type {
  EventRow,
  EventTableName,
  NameBudget,
  PartitionedTable,
  RowOf,
  Tx,
  WatchedKind,
  Watches,
} from '@sluice/db';
import type { EnrichedEvent } from '@sluice/enrichment';
import type { WorkerConfig } from './config.js';

/** Where a worker stores its events: a table, or `metrics` for events without rows, of which only derived rows are kept. */
export type StoreName = EventTableName | 'metrics';

/** What the drain and `derive` read of an event, by {@link StoreName}. */
export type StoredRows = RowOf & {
  readonly metrics: Pick<EventRow, 'project_id' | 'id' | 'environment' | 'release' | 'replay_id'>;
};

/** Facts about an event's part that its row needs. */
export interface RowFacts {
  readonly projectId: string;
  /** Arrival at the gateway, milliseconds since 1970. */
  readonly arrivalMs: number;
  /** Greatest age of an event at its arrival in milliseconds, for `orderingTime`. Default 24 hours. */
  readonly maxAgeMs?: number;
  /** Whether a server key sent the event; default false. */
  readonly byServer?: boolean;
  /** Identifies the sender of a hit for the day if the address is not stored in full. */
  readonly visitor?: string;
}

/** An event with its row: the input of derived tables. */
export interface StoredRow<Table extends StoreName, Details = undefined> {
  readonly event: EnrichedEvent;
  readonly facts: RowFacts;
  readonly row: StoredRows[Table];
  /** Data that the definition read from the event, with the results of the lookup. */
  readonly details: Details;
}

/** What `derive` needs besides the rows. */
export interface DeriveContext {
  readonly names: NameBudget;
  /** What rules watch, of {@link StoreDefinition.watches}: read before the transaction. */
  readonly watches: Watches;
}

/** Most active jobs, if neither a setting nor the definition says. */
const DEFAULT_ACTIVE_JOBS = 128;

/** Returns how many jobs a worker may have active. */
export const maxActiveJobs = (config: Pick<WorkerConfig, 'jobs'>, definition: { readonly jobs?: number }): number =>
  config.jobs ?? definition.jobs ?? DEFAULT_ACTIVE_JOBS;

/** What distinguishes the worker of one event type from the others. */
export interface StoreDefinition<Table extends StoreName = StoreName, Details = undefined> {
  readonly type: EventType;
  readonly table: Table;
  /** Most active jobs, if no setting says; default 128. */
  readonly jobs?: number;
  /** Derived tables that are also partitioned by arrival. */
  readonly partitioned: readonly PartitionedTable[];
  /** Conditions of rules for which `derive` counts events by minute; default none. */
  readonly watches?: readonly WatchedKind[];
  /** Extracts data for later steps that the row does not contain. Pure. An exception dead-letters this event. */
  readonly readDetails: (event: EnrichedEvent) => Details;
  /** Pure: the row of an event. Throwing makes this one event a dead letter. */
  readonly toRow: (event: EnrichedEvent, facts: RowFacts, details: Details) => StoredRows[Table];
  /**
   * Reads data for `derive` from outside the database. It runs before the transaction, because a transaction must
   * not hold locks while it waits for another system, and once per write batch, however often its transaction is
   * repeated. Resolves to the new details of each row, in order. If it rejects or takes longer than `timeoutMs`, the
   * rows keep their details.
   */
  readonly lookUp?: (stored: readonly StoredRow<Table, Details>[], timeoutMs: number) => Promise<readonly Details[]>;
  /**
   * Writes what follows from stored rows, in the transaction that stores them. Folds the rows to one change per key before
   * it writes, and writes tables always in the same order, so that workers do not deadlock. Must be commutative: write
   * batches arrive in any order. New names above the caps of `names` are derived under `(other)`. Only what `watches` contains
   * is counted by minute. The drain writes project users afterwards.
   */
  readonly derive: (tx: Tx, stored: readonly StoredRow<Table, Details>[], context: DeriveContext) => Promise<void>;
}

/** {@link StoreDefinition.readDetails} for rows that need no details. */
export const noDetails = (): undefined => undefined;

/** Returns the partitioned tables to which rows of a definition are written. */
export const rowTables = (definition: Pick<StoreDefinition, 'table' | 'partitioned'>): readonly PartitionedTable[] => [
  ...(definition.table === 'metrics' ? [] : [definition.table]),
  ...definition.partitioned,
];
