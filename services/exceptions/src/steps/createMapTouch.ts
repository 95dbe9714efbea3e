import type { StoredRow } from '@sluice/drain';
import { createLru, withTimeout, type Clock } from '@sluice/runtime';
import type { DebugIdKey } from '@sluice/sourcemaps/statements';
import { isEventId } from '@sluice/reading';
import type { Frame } from '@sluice/stacktrace';
import type { GroupingDetails } from './readDetails.js';

type Row = StoredRow<'exceptions', GroupingDetails>;

/** Renews the retention of the source maps that these exceptions use by debug id. Never rejects. */
export type MapTouch = (stored: readonly Row[], withinMs: number) => Promise<void>;

/** How long a debug id is not written again. Retention has a margin of days. */
const INTERVAL_MS = 3_600_000;
/** Debug ids that are remembered: some 3 MB. */
const REMEMBERED = 20_000;
/** Debug ids written for one write batch; others wait for a later one. */
const MOST = 1_000;

/**
 * Returns a {@link MapTouch} that writes each debug id once an hour, whether its map is stored or not: a map that is uploaded later
 * counts as touched then.
 */
export function createMapTouch(touch: (keys: readonly DebugIdKey[]) => Promise<void>, clock: Clock): MapTouch {
  const touched = createLru<number>(REMEMBERED);
  const isDue = (name: string, now: number): boolean => {
    const at = touched.get(name);
    return at === undefined || now - at >= INTERVAL_MS || now < at;
  };
  return async (stored, withinMs) => {
    const now = clock();
    const due = [...debugIdsOf(stored)].filter(([name]) => isDue(name, now)).slice(0, MOST);
    if (due.length === 0) return;
    try {
      await withTimeout(touch(due.map(([, key]) => key)), withinMs);
      for (const [name] of due) touched.set(name, now);
    } catch {
      // The next exceptions try again; the database's outage is reported by the store itself.
    }
  };
}

/** Debug ids of the exceptions and their causes, by project and id. Equal stacks share their frames. */
function debugIdsOf(stored: readonly Row[]): ReadonlyMap<string, DebugIdKey> {
  const found = new Map<string, DebugIdKey>();
  const read = new Map<string, Set<readonly Frame[]>>();
  for (const { row, details } of stored) {
    const { project_id: projectId } = row;
    const { frames, causes } = details.exception;
    const stacks = read.get(projectId) ?? new Set();
    read.set(projectId, stacks);
    for (const stack of [frames, ...causes.map((cause) => cause.frames)]) {
      if (stacks.has(stack)) continue;
      stacks.add(stack);
      for (const { debugId } of stack) {
        if (debugId !== undefined && isEventId(debugId)) found.set(`${projectId} ${debugId}`, { projectId, debugId });
      }
    }
  }
  return found;
}
