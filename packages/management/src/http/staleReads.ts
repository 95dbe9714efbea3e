import type { Database } from '@sluice/db';

/** Who reads, as far as it decides where. */
export interface StaleReader {
  readonly organizationId: string;
  /** Milliseconds since 1970: the reader must see what was committed before. */
  readonly afterMs: number;
}

/** A database for a read that may be stale. */
interface StaleRead {
  readonly db: Database;
  /** Milliseconds by which the result may be out of date. */
  readonly ageMs: number;
}

/** Where reads go that may be stale by a bounded time. */
export interface StaleReads {
  /** Returns the replica, or `undefined` if the read needs the primary. */
  readonly choose: (reader: StaleReader) => StaleRead | undefined;
  /** A read of the replica failed; it is repeated on the primary. */
  readonly failed: () => void;
  /** Something of the organization was changed: its next reads see it. Returns when, in milliseconds since 1970. */
  readonly changed: (organizationId: string) => number;
  /** Milliseconds after which a change is visible on a replica that is read. */
  readonly maxAgeMs: number;
}
