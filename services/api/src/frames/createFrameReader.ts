import { readCulpritStacks, type Queryable } from '@sluice/db';
import type { FrameResolver, ResolvedFrame, StackToResolve } from '@sluice/sourcemaps';
import { readFrames, type Frame } from '@sluice/stacktrace';
import { culpritOf, culpritPlace, culpritWindow, type Culprit } from './culpritOf.js';

/** Frames as the source maps stored now have them: what a late upload changes is what is read, never what is stored. */
export interface FrameReader {
  /** Every frame of these stacks with its context; as many answers as frames. Newest calls first, of one exception. */
  readonly resolveStacks: (
    exception: { readonly projectId: string; readonly release: string | null },
    stacks: readonly (readonly Frame[])[],
  ) => Promise<readonly (readonly ResolvedFrame[])[]>;
  /** Where these exceptions happened, by event id; one that the project does not have is left out. One query a page. */
  readonly readCulprits: (
    db: Queryable,
    projectId: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Culprit>>;
}

/** How long maps may be waited for, in milliseconds; what is not there in time is shown as it was sent. */
export interface FrameReaderLimits {
  /** For all frames of a detail. */
  readonly resolveMs: number;
  /** For the culprits of a page. */
  readonly culpritMs: number;
}

/** A reader on this resolver. */
export function createFrameReader(resolver: FrameResolver, limits: FrameReaderLimits): FrameReader {
  return {
    resolveStacks: ({ projectId, release }, stacks) =>
      resolver.resolve(
        stacks.map((frames) => ({ projectId, release, frames })),
        { context: true, functions: true, timeoutMs: limits.resolveMs },
      ),
    readCulprits: async (db, projectId, ids) => {
      const found = await readCulpritStacks(db, projectId, [...new Set(ids)]);
      const stacks = found.map(({ release, payload }) => ({
        ...{ projectId, release },
        frames: culpritWindow(readFrames(payload), typeof payload['type'] === 'string' ? payload['type'] : ''),
      }));
      const culprits = await resolveCulprits(resolver, stacks, limits.culpritMs);
      return new Map(found.map(({ id }, index) => [id, culprits[index] ?? UNKNOWN] as const));
    },
  };
}

const UNKNOWN: Culprit = { raw: null, original: undefined };

/**
 * Where the frames are, which is cheap, tells which of them is the culprit; only that one's function is looked for in its source.
 * @param stacks a {@link culpritWindow} each
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
  const places = stacks.map(({ frames }, index) => culpritPlace(frames, located[index] ?? []));
  const named = places.flatMap((place, index) => (place === undefined ? [] : [{ place, index }]));
  const asked = named.flatMap(({ place, index }) => {
    const stack = stacks[index];
    return stack === undefined ? [] : [{ ...stack, frames: stack.frames.slice(place, place + 2) }];
  });
  const answers = asked.length === 0 ? [] : await ask(asked, true);
  const originals = new Map(named.map(({ index }, at) => [index, answers[at]?.[0]?.original ?? null] as const));
  return stacks.map(({ frames }, index) => culpritOf(frames, originals.get(index) ?? null));
}
