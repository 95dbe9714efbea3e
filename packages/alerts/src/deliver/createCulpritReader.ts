import type { Queryable } from '@sluice/db';
import { readCulpritStacks } from '@sluice/reading';
import {
  culpritIndex,
  culpritOf,
  culpritText,
  culpritWindow,
  type FrameResolver,
  type ResolvedFrame,
} from '@sluice/sourcemaps';
import { readFrames, readPlatform, type Frame } from '@sluice/stacktrace';

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

/** Creates a reader. @param timeoutMs for all maps of a call; frames that are not resolved by then are shown as sent */
export const createCulpritReader =
  (resolver: FrameResolver, timeoutMs: number): CulpritReader =>
  async (db, projectId, eventIds) => {
    const found = await readCulpritStacks(db, projectId, [...new Set(eventIds)]);
    const stacks = found.map(({ release, payload }) => ({
      projectId,
      release,
      platform: readPlatform(payload),
      frames: culpritWindow(readFrames(payload), typeof payload['type'] === 'string' ? payload['type'] : ''),
    }));
    const resolved = await resolver.resolve(stacks, { context: true, functions: true, timeoutMs });
    return new Map(
      found.map(({ id }, at) => [
        id,
        locate(stacks[at]?.frames ?? [], resolved[at] ?? [], stacks[at]?.release ?? null),
      ]),
    );
  };

function locate(frames: readonly Frame[], resolved: readonly ResolvedFrame[], release: string | null): LocatedCulprit {
  const place = culpritIndex(frames, resolved);
  const original = place === undefined ? null : (resolved[place]?.original ?? null);
  const own = frames.findIndex(({ inApp }) => inApp);
  const sent = frames[own === -1 ? 0 : own];
  const text = culpritText(culpritOf(frames, original));
  const line = original === null ? sent?.line : original.line;
  const sourceLine = original === null ? sent?.context?.line : original.context?.line;
  return {
    text: text === null || line === null || line === undefined ? text : `${text}:${line}`,
    sourceLine: sourceLine === undefined || sourceLine.trim() === '' ? null : sourceLine.trim(),
    release,
    isUnmapped: original === null && sent !== undefined && isMinified(sent) && isWithoutMap(resolved, own),
  };
}

const isWithoutMap = (resolved: readonly ResolvedFrame[], own: number): boolean =>
  resolved[own === -1 ? 0 : own]?.unresolved === 'no_map';

/** A column that far right, or a function of one or two letters, is not of code that people wrote. */
const FAR_RIGHT = 500;
const SHORTEST_NAME = 2;

const isMinified = ({ file, function: name, column }: Frame): boolean =>
  /^https?:/.test(file) && ((column ?? 0) > FAR_RIGHT || (name !== '' && name.length <= SHORTEST_NAME));
