/** Rows of one kind or table that a rehearsal counts; a count of this many means as many or more. */
export const MOST_REHEARSED_ROWS = 100_000;

/** What a run of retention would delete. Times are ISO. */
export interface RetentionRehearsal {
  /** The time that the run is rehearsed for. */
  readonly at: string;
  readonly partitions: readonly {
    readonly name: string;
    readonly from: string;
    readonly to: string;
    readonly bytes: number;
    /** Estimate; `null` if PostgreSQL has none. */
    readonly rows: number | null;
  }[];
  /** Rows of organizations with a shorter retention than others, in partitions that stay. */
  readonly organizations: readonly {
    readonly organization: string;
    /** What arrived before is deleted. */
    readonly before: string;
    /** Number of rows by table. */
    readonly rows: Readonly<Record<string, number>>;
  }[];
  /** Rows that are not partitioned by arrival, by kind; kinds without any are left out. */
  readonly stale: Readonly<Record<string, number>>;
}
