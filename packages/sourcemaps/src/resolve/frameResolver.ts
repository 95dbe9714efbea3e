import type { Frame } from '@sluice/stacktrace';
import type { SourceContext } from '../codec/read/sourceMapIndex.js';

/**
 * Why a frame is as it was sent:
 *
 * | reason        | meaning                                                                                 |
 * |---------------|-----------------------------------------------------------------------------------------|
 * | `no_release`  | its exception names no release                                                          |
 * | `no_map`      | no map is stored for the release and the frame's file, or the frame has no file         |
 * | `no_position` | the frame has no line                                                                   |
 * | `outside_map` | the map says nothing of the position                                                    |
 * | `bad_map`     | the map's mappings are malformed, or its index is damaged (and will be made again)      |
 * | `unavailable` | the map could not be read, or not in time                                               |
 */
export type UnresolvedReason = 'no_release' | 'no_map' | 'no_position' | 'outside_map' | 'bad_map' | 'unavailable';

/** A call in the code as it was written. */
export interface OriginalFrame {
  /** The source as people want to read it; `null` where the map names none. */
  readonly file: string | null;
  /** The source as the map names it. */
  readonly source: string | null;
  /** The function that the call is in; `null` where it has no name, or at top level. */
  readonly function: string | null;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** The identifier at the position: mostly what is called there. */
  readonly name: string | null;
  readonly inApp: boolean;
  /** Five lines on each side; `null` where the map has no contents, or they were not asked for. */
  readonly context: SourceContext | null;
}

/** What became of a frame: exactly one of the two is `null`. */
export interface ResolvedFrame {
  readonly original: OriginalFrame | null;
  readonly unresolved: UnresolvedReason | null;
}

/** The stack of an exception or of one of its causes. */
export interface StackToResolve {
  readonly projectId: string;
  readonly release: string | null;
  /** Newest first. Of part of a stack, give the next older frame too: it may be what names the newer one's function. */
  readonly frames: readonly Frame[];
}

/** What to resolve, and within what time. */
export interface ResolveOptions {
  /** Whether to read source lines around each frame. */
  readonly context: boolean;
  /** Whether to find names of functions; otherwise `function` is what the engine printed. */
  readonly functions: boolean;
  /** Milliseconds after which frames that are not resolved yet are `unavailable`; their work stops, ranges that were read stay cached. Unset: no limit. */
  readonly timeoutMs?: number;
}

/** Resolves frames against the maps that are stored now. */
export interface FrameResolver {
  /**
   * For each stack its frames, of equal length. All stacks are resolved together: one query for all files, then for each
   * map one batched read of positions and one of sources. Frames of one file and release are resolved by one and the
   * same map. Rejects only if the database is unavailable and `timeoutMs` is not set.
   */
  readonly resolve: (
    stacks: readonly StackToResolve[],
    options: ResolveOptions,
  ) => Promise<readonly (readonly ResolvedFrame[])[]>;
}
