import type { Queryable } from '@sluice/db';
import { readCulpritStacks } from '@sluice/reading';
import {
  type Culprit,
  culpritIndex,
  culpritOf,
  culpritWindow,
  isCulpritLate,
  type FrameResolver,
  type ResolvedFrame,
  type StackToResolve,
} from '@sluice/sourcemaps';
import { readFrames, readPlatform, type Frame } from '@sluice/stacktrace';
import { createCulpritMemory } from './culpritMemory.js';

/** Resolves frames with the source maps stored now, so that a late upload changes what is read and never what is stored. */
export interface FrameReader {
  /** Returns one resolved frame, with context lines, per frame of these stacks of one exception; newest call first. */
  readonly resolveStacks: (
    exception: Omit<StackToResolve, 'frames'>,
    stacks: readonly (readonly Frame[])[],
  ) => Promise<readonly (readonly ResolvedFrame[])[]>;
  /** Returns culprits by event id, with one query; exceptions that the project does not have are left out. */
  readonly readCulprits: (
    db: Queryable,
    projectId: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Culprit>>;
}

/** Time limits for reading source maps in milliseconds; frames that are not resolved in time are shown as sent. */
export interface FrameReaderLimits {
  /** For all frames of one exception. */
  readonly resolveMs: number;
  /** For all culprits of a page. */
  readonly culpritMs: number;
}

/** Creates a reader that uses this resolver. A culprit that is late is shown as it was when it was not. */
export function createFrameReader(resolver: FrameResolver, limits: FrameReaderLimits): FrameReader {
  const known = createCulpritMemory();
  return {
    resolveStacks: (exception, stacks) =>
      resolver.resolve(
        stacks.map((frames) => ({ ...exception, frames })),
        { context: true, functions: true, timeoutMs: limits.resolveMs },
      ),
    readCulprits: async (db, projectId, ids) => {
      const found = await readCulpritStacks(db, projectId, [...new Set(ids)]);
      const stacks = found.map(({ release, payload }) => ({
        projectId,
        release,
        platform: readPlatform(payload),
        frames: culpritWindow(readFrames(payload), typeof payload['type'] === 'string' ? payload['type'] : ''),
      }));
      const resolved = await resolveCulprits(resolver, stacks, limits.culpritMs);
      const culprits = resolved.map((culprit, index) => known.recall(stacks[index], culprit));
      return new Map(found.map(({ id }, index) => [id, culprits[index] ?? UNKNOWN] as const));
    },
  };
}

const UNKNOWN: Culprit = { raw: null, original: undefined, isLate: false };

/**
 * Resolves culprits in two steps: positions first, which is cheap and determines the culprit, then the function name of that
 * frame only.
 * @param stacks one {@link culpritWindow} per exception
 */
async function resolveCulprits(
  resolver: FrameResolver,
  stacks: readonly StackToResolve[],
  withinMs: number,
): Promise<readonly Culprit[]> {
  const deadline = performance.now() + withinMs;
  const ask = (asked: readonly StackToResolve[], functions: boolean): ReturnType<FrameResolver['resolve']> =>
    resolver.resolve(asked, { context: false, functions, timeoutMs: Math.max(1, deadline - performance.now()) });
  const located = await ask(stacks, false);
  const places = stacks.map(({ frames }, index) => culpritIndex(frames, located[index] ?? []));
  const named = places.flatMap((place, index) => (place === undefined ? [] : [{ place, index }]));
  const asked = named.flatMap(({ place, index }) => {
    const stack = stacks[index];
    return stack === undefined ? [] : [{ ...stack, frames: stack.frames.slice(place, place + 2) }];
  });
  const answers = asked.length === 0 ? [] : await ask(asked, true);
  const names = new Map(named.map(({ index }, at) => [index, answers[at]?.[0]] as const));
  return stacks.map(({ frames }, index) => {
    const name = names.get(index);
    const isLate = isCulpritLate(frames, located[index] ?? []) || name?.unresolved === 'unavailable';
    return culpritOf(frames, name?.original ?? null, isLate);
  });
}
