import type { ByteRange } from './head.js';

/** Reads byte ranges of an index in one round trip; returns one buffer per range. The caller decides what to cache. */
export type ReadRanges = (ranges: readonly ByteRange[]) => Promise<readonly Buffer[]>;

/** The mapping of a generated position. */
export interface MappedPosition {
  /** As `resolvedSources` of trace-mapping; `null` if the map has `null`. */
  readonly source: string | null;
  readonly sourceIndex: number;
  /** 1-based. */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
  /** The identifier at the position, not the enclosing function. */
  readonly name: string | null;
  /** Whether the map lists the source as third-party (`ignoreList`). */
  readonly isIgnored: boolean;
  /** Position of the source's content among the lines of all contents; `undefined` if there is none. */
  readonly content: { readonly first: number; readonly lines: number } | undefined;
}
