import type { Queryable } from '@sluice/db';

/** Where an exception happened. */
export interface LocatedCulprit {
  /** `load in src/cart.ts:12`; the line is left out if it is unknown. */
  readonly text: string | null;
  readonly sourceLine: string | null;
  readonly release: string | null;
  /** Whether the culprit's frame is of code that has no source map in its release. */
  readonly isUnmapped: boolean;
}

/** Returns culprits by event id, resolved with the source maps stored now; missing exceptions are left out. */
export type CulpritReader = (
  db: Queryable,
  projectId: string,
  eventIds: readonly string[],
) => Promise<ReadonlyMap<string, LocatedCulprit>>;
