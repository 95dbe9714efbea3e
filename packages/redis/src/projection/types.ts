import type { ProjectedProject } from '@sluice/contract';

/** A key's new state: a project, or `null` where the key is disabled. */
export interface ProjectedKey {
  readonly key: string;
  /** Grows with every change of the key's project or organization; a safe integer. */
  readonly version: number;
  readonly project: ProjectedProject | null;
}

/**
 * State of a key in the projection. `complete`: all keys of PostgreSQL were in it recently, so `absent` means
 * unknown.
 */
export type KeyLookup =
  | { readonly state: 'found'; readonly project: ProjectedProject; readonly version: number }
  | { readonly state: 'disabled' }
  | { readonly state: 'absent'; readonly complete: boolean };

/** The keys that changed after a cursor; `all` if they cannot be determined (first call, new Redis, trimmed list). */
export interface KeyChanges {
  /** Pass it to the next call. */
  readonly cursor: string;
  readonly keys: readonly string[] | 'all';
}

/** Project settings by key name, from which gateways read without PostgreSQL. */
export interface Projection {
  /** Writes a key's state if `version` is newer than the stored one. @returns whether it was written */
  readonly put: (key: string, version: number, project: ProjectedProject | null) => Promise<boolean>;
  /** {@link put} for many, in few calls. @returns how many were written */
  readonly putAll: (keys: readonly ProjectedKey[]) => Promise<number>;
  readonly lookUp: (key: string) => Promise<KeyLookup>;
  /** Says for `ttlMs` that the projection holds every key of Postgres. */
  readonly markComplete: (ttlMs: number) => Promise<void>;
  readonly isComplete: () => Promise<boolean>;
  /** Records for `ttlMs` that the process which projects settings is alive and up to date. */
  readonly markFollowed: (ttlMs: number) => Promise<void>;
  /** Whether a change made now will come here. */
  readonly isFollowed: () => Promise<boolean>;
  readonly changesSince: (cursor: string | undefined) => Promise<KeyChanges>;
}
