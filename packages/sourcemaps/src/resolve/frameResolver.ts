import type { Frame } from '@sluice/stacktrace';
import type { SourceContext } from '../codec/read/sourceMapIndex.js';

/**
 * Why a frame was not resolved:
 *
 * | reason           | meaning                                                                                           |
 * |------------------|---------------------------------------------------------------------------------------------------|
 * | `not_javascript` | its exception is of another platform, which has no source maps                                    |
 * | `no_release`     | its exception has no release, and the frame no debug id                                           |
 * | `no_map`         | no map is stored for its debug id, nor for the release and its file; or it has neither id nor file |
 * | `no_position`    | the frame has no line                                                                             |
 * | `outside_map`    | the map has no mapping for the position                                                           |
 * | `bad_map`        | the map's mappings are malformed, or its index is damaged (and will be rebuilt)                   |
 * | `unavailable`    | the map could not be read in time                                                                 |
 */
export type UnresolvedReason =
  'not_javascript' | 'no_release' | 'no_map' | 'no_position' | 'outside_map' | 'bad_map' | 'unavailable';

/** A frame in the original code. */
export interface OriginalFrame {
  /** Display path of the source; `null` if the map names none. */
  readonly file: string | null;
  /** The source as written in the map. */
  readonly source: string | null;
  /** The enclosing function; `null` if it has no name, or at top level. */
  readonly function: string | null;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** The identifier at the position, usually the called function. */
  readonly name: string | null;
  readonly inApp: boolean;
  /** Five lines on each side; `null` if the map has no contents or they were not requested. */
  readonly context: SourceContext | null;
}

/** Result for a frame: exactly one of the two is `null`. */
export interface ResolvedFrame {
  readonly original: OriginalFrame | null;
  readonly unresolved: UnresolvedReason | null;
}

/** The stack of an exception or of one of its causes. */
export interface StackToResolve {
  readonly projectId: string;
  readonly release: string | null;
  /** Of the exception; JavaScript if it names none. */
  readonly platform?: string | null;
  /** Newest first. For part of a stack, include the next older frame: it may name the newer one's function. */
  readonly frames: readonly Frame[];
}

/** What to resolve, and the time limit. */
export interface ResolveOptions {
  /** Whether to read source lines around each frame. */
  readonly context: boolean;
  /** Whether to look up function names; otherwise `function` is what the engine printed. */
  readonly functions: boolean;
  /**
   * Milliseconds after which remaining frames are `unavailable`; work for them stops, and ranges that were read stay
   * cached. Unset: no limit.
   */
  readonly timeoutMs?: number;
}

/** Resolves frames with the maps that are stored at the time of the call. */
export interface FrameResolver {
  /**
   * Returns the frames of each stack, in equal number. All stacks are resolved together: one query for all files,
   * then for each map one batched read of positions and one of sources. Frames of one file, release and debug id use the
   * same map. A debug id beats release and file. Rejects only if the database is unavailable and `timeoutMs` is not set.
   */
  readonly resolve: (
    stacks: readonly StackToResolve[],
    options: ResolveOptions,
  ) => Promise<readonly (readonly ResolvedFrame[])[]>;
}
