import type { PlacementRecord, Spread } from './placementRecord.js';

/** The most projects whose batches spread over several queue shards: processes read the record every two seconds. */
const MAX_SPREAD_PROJECTS = 64;

/** A spread that a placement cannot have. The message says why, and what to do. */
export class SpreadRefusedError extends Error {
  override readonly name = 'SpreadRefusedError';
}

/** Returns over how many queue shards the batches of a project spread: 1 for a project without an entry. */
export const spreadOf = (projectId: string, { shards, spread }: Pick<PlacementRecord, 'shards' | 'spread'>): number =>
  Math.min(spread?.[projectId] ?? 1, shards);

/**
 * Returns the spread of a placement after the project's entry became `over`; 1 removes the entry. `undefined` is a spread
 * without entries. @throws SpreadRefusedError
 */
export function withSpread(record: PlacementRecord, projectId: string, over: number): Spread | undefined {
  const others = Object.entries(record.spread ?? {}).filter(([id]) => id !== projectId);
  if (!Number.isInteger(over) || over < 1 || over > record.shards) {
    throw new SpreadRefusedError(
      `a project cannot spread over ${over} of ${record.shards} queue shards: use 1 to ${record.shards}`,
    );
  }
  if (over > 1 && others.length >= MAX_SPREAD_PROJECTS) {
    throw new SpreadRefusedError(
      `${MAX_SPREAD_PROJECTS} projects spread over several queue shards, which is the limit: remove one with sluice shards spread <project> 1`,
    );
  }
  const entries = over === 1 ? others : [...others, [projectId, over] as const];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
