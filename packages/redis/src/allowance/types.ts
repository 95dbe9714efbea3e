import type { CountedType, EntryReason, EventType, Outcome, Pool, Reason, SpikeLift } from '@sluice/contract';

/** A batch to charge to its organization's ledger. */
export interface SpendRequest {
  readonly organizationId: string;
  readonly projectId: string;
  /** The batch hash: 64 hexadecimal digits. */
  readonly hash: string;
  /** Identifies this call: a repeated call has the same nonce and gets the same response. */
  readonly nonce: string;
  readonly batchId: string;
  /** Arrival at the gateway, milliseconds since 1970. */
  readonly arrivalMs: number;
  /** One `TYPE_CODES` character for each event; `-` is ignored. */
  readonly types: string;
  /** One `VERDICTS` character for each event; `.` is a candidate. */
  readonly verdicts: string;
  /** The events that entries of filters drop, as `encodeEntryCounts` writes them; they are among the verdicts. */
  readonly entries?: string | undefined;
  /** Bytes of JSON of each event, as queued: what {@link bytesPerHour} counts. */
  readonly sizes: readonly number[];
  readonly spikeProtection: boolean;
  /** Types that spike protection does not cap in one hour, by the clock of Redis. */
  readonly lift?: SpikeLift | null | undefined;
  /** Fixed hourly cap on exceptions, logs, hits and replays together; `null`: none. */
  readonly eventsPerHour: number | null;
  /** Quota on the bytes of processed events of all types per hour; `null`: none. */
  readonly bytesPerHour: number | null;
  /** Events per month and pool; `null` is no limit. */
  readonly monthly: Readonly<Record<Pool, number | null>>;
  /** How long the batch is recognized, milliseconds. */
  readonly recordTtlMs: number;
}

/**
 * A batch that a gateway accepted while Redis was unavailable. Its candidates are processed regardless of limits.
 * `recordTtlMs` may be 0 for a batch whose duplicate window is over. `nonce` identifies the spool entry.
 */
export interface SpooledRequest extends Omit<
  SpendRequest,
  'spikeProtection' | 'lift' | 'eventsPerHour' | 'bytesPerHour' | 'monthly'
> {
  /** For how long before and after its arrival an identical batch is the same one, milliseconds. */
  readonly windowMs: number;
}

/** Record of a decided batch. */
export interface Decision {
  readonly batchId: string;
  readonly arrivalMs: number;
  /** The UTC hour that was charged, hours since 1970. */
  readonly hour: number;
  /** Epoch of the ledger that was charged. */
  readonly epoch: string;
  /** One `VERDICTS` character per event, never `.`. */
  readonly verdicts: string;
}

/**
 * `decided`: this call moved the counters. `recorded`: this batch was decided before, perhaps by this call; nothing
 * moved. `no_ledger`: the organization has no ledger; seed it and call again; nothing moved. `nowMs` is the clock of
 * Redis, `bytesLeft` the remaining byte quota, `null` if there is none.
 */
export type SpendReply =
  | ({ readonly kind: 'decided'; readonly nowMs: number; readonly bytesLeft: number | null } & Decision)
  | ({ readonly kind: 'recorded'; readonly nowMs: number } & Decision)
  | { readonly kind: 'no_ledger' };

/** The call to undo. */
export interface UndoRequest {
  readonly organizationId: string;
  readonly hash: string;
  readonly nonce: string;
}

/** Counts from PostgreSQL that a new ledger starts from: the rows of all other epochs. */
export interface LedgerSeed {
  /** Stored events of the current month (at least), by pool. */
  readonly months: readonly { readonly pool: Pool; readonly month: number; readonly count: number }[];
  /** Stored events by project and type of the current UTC hour and the two before it, at least. */
  readonly hours: readonly {
    readonly projectId: string;
    readonly type: EventType;
    readonly hour: number;
    readonly count: number;
  }[];
  /** When a project's first event was accepted, milliseconds since 1970. */
  readonly firstAccepted: readonly { readonly projectId: string; readonly ms: number }[];
}

/** A counter of refused events: never `processed`. */
export interface RefusalCount {
  readonly projectId: string;
  readonly type: CountedType;
  readonly outcome: Exclude<Outcome, 'processed'>;
  readonly reason: Reason;
  readonly hour: number;
  readonly count: number;
}

/** A counter of events that one entry of a filter dropped: a part of the {@link RefusalCount}s of its reason. */
export interface EntryCount {
  readonly projectId: string;
  readonly reason: EntryReason;
  /** Its name, as of `filterEntryNames`. */
  readonly entry: string;
  readonly hour: number;
  readonly count: number;
}

/** Permitted events of a project, type and hour, those it was seeded with included. */
export interface AcceptedCount {
  readonly projectId: string;
  readonly type: EventType;
  readonly hour: number;
  readonly count: number;
}

/** Bytes of a project's processed events in the last hour in which any were processed. */
export interface ByteCount {
  readonly projectId: string;
  readonly hour: number;
  readonly bytes: number;
}

/** Usage of an hour by one type of a project, in events. */
export interface TypeCap {
  readonly accepted: number;
  /** Events accepted in the hour before and in the one before that. */
  readonly previous: readonly [number, number];
  /** The cap of spike protection, if it is enabled and applies: the sum of {@link previous}, at least 1,000. */
  readonly spikeCap: number;
}

/** Usage of a project's hourly limits. */
export interface ProjectCaps {
  readonly projectId: string;
  /** Hours since 1970. */
  readonly hour: number;
  /** When the hour ends and the caps reset, milliseconds since 1970. */
  readonly endsMs: number;
  /** From when on spike protection applies, milliseconds since 1970; `null`: no event was accepted yet. */
  readonly spikeFromMs: number | null;
  readonly types: Readonly<Record<EventType, TypeCap>>;
  /** Bytes of JSON processed in the hour, all types together. */
  readonly bytes: number;
}

/** A record, and how long it is to live, in milliseconds. */
export type ExtendRequest = Pick<SpendRequest, 'organizationId' | 'hash' | 'recordTtlMs'>;

/**
 * Result of an undo. `nothing`: this call had charged nothing. `shared`: another call got the record and may publish
 * the batch, so the charge remains.
 */
export type UndoReply = 'undone' | 'nothing' | 'shared';

/** Snapshot of a ledger. Counts are absolute values of this epoch; an undone count may be 0. */
export interface LedgerView {
  readonly epoch: string;
  /** Whether it waits for its seed. */
  readonly provisional: boolean;
  readonly refusals: readonly RefusalCount[];
  /** For each project, reason and hour they add up to its refusals. */
  readonly entries: readonly EntryCount[];
  readonly accepted: readonly AcceptedCount[];
  /** One entry for each project. */
  readonly bytes: readonly ByteCount[];
  readonly months: readonly { readonly pool: Pool; readonly month: number; readonly count: number }[];
}

/** New basis of a pool's month. */
export interface Anchor {
  readonly pool: Pool;
  /** YYYYMM. */
  readonly month: number;
  /** The last UTC hour whose events are all stored, hours since 1970. */
  readonly throughHour: number;
  /** Events of the pool and month stored for hours up to {@link throughHour}. */
  readonly storedTotal: number;
}

/**
 * Permission to process events: caps, quotas, and records of decided batches. Counts are stored in one Redis hash
 * per organization, its *ledger*, which has a random epoch.
 */
export interface Allowance {
  /**
   * Decides a batch, once. Rejects with errors of ioredis; `certainlyNotExecuted` says whether the script may have
   * run.
   */
  readonly spend: (request: SpendRequest) => Promise<SpendReply>;
  /**
   * Charges a spooled batch, once, in the hour and month of the clock of Redis. If there is a live record of the same
   * batch (equal id, or arrived within its window), its verdicts apply. Any other record stays unchanged, and none is
   * created.
   */
  readonly chargeSpooled: (request: SpooledRequest) => Promise<SpendReply>;
  /** Deletes the responses of spooled batches whose spool entries are durably deleted. */
  readonly forgetSpooled: (requests: readonly UndoRequest[]) => Promise<void>;
  /** Returns the batch id in the live record of a hash; `undefined` if there is none. */
  readonly recordedBatch: (organizationId: string, hash: string) => Promise<string | undefined>;
  /**
   * Extends the life of the record to `recordTtlMs` from now: a batch that was charged earlier and is published now
   * must be remembered as long as any other. @returns false if the record has expired
   */
  readonly extend: (request: ExtendRequest) => Promise<boolean>;
  /**
   * Takes back what this call charged and forgets its answer; counters never go below zero. A call that arrives after
   * its own undo is rejected by Redis.
   */
  readonly undo: (request: UndoRequest) => Promise<UndoReply>;
  /** Creates the ledger if there is none. A `null` seed creates a provisional one, while PostgreSQL is unavailable. */
  readonly seed: (organizationId: string, seed: LedgerSeed | null) => Promise<'created' | 'exists'>;
  /**
   * Adds the seed to a provisional ledger of this epoch. @returns false if the epoch differs or the ledger is not
   * provisional
   */
  readonly completeSeed: (organizationId: string, epoch: string, seed: LedgerSeed) => Promise<boolean>;
  /**
   * Sets a month to the events stored up to an hour plus those permitted after it. @returns false, with nothing
   * changed, if the epoch differs, the ledger is provisional, or it does not know every hour after `throughHour`
   */
  readonly reanchor: (organizationId: string, epoch: string, anchor: Anchor) => Promise<boolean>;
  /**
   * Reads how projects of an organization use their limits in the current hour or one of the two before it. In the order of
   * `projectIds`, by one short command for each 50 of them. Without a ledger all counts are 0.
   */
  readonly readCaps: (
    organizationId: string,
    projectIds: readonly string[],
    hour: number,
  ) => Promise<readonly ProjectCaps[]>;
  /** Returns the whole ledger; `undefined` if there is none. */
  readonly readLedger: (organizationId: string) => Promise<LedgerView | undefined>;
  /**
   * Drops hours before `beforeHour` and months before its month; both are rolled up by then.
   * @returns the number of deleted fields; 0 if the epoch differs
   */
  readonly forget: (organizationId: string, epoch: string, beforeHour: number) => Promise<number>;
  /**
   * Drops refusals of hours before `beforeHour`, which are rolled up by then, and nothing that a month is rebuilt from.
   * @returns the number of deleted fields; 0 if the epoch differs
   */
  readonly forgetRefusals: (organizationId: string, epoch: string, beforeHour: number) => Promise<number>;
  /** Ids of the organizations that have a ledger. */
  readonly organizations: () => Promise<string[]>;
}
