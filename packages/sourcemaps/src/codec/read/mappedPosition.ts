import type { ByteRange } from './head.js';

/** Reads parts of an index, as many buffers as ranges, in one round trip. The caller keeps what it likes. */
export type ReadRanges = (ranges: readonly ByteRange[]) => Promise<readonly Buffer[]>;

/** What a generated position is mapped to. */
export interface MappedPosition {
  /** As `resolvedSources` of trace-mapping; `null` where the map has `null`. */
  readonly source: string | null;
  readonly sourceIndex: number;
  /** 1-based. */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
  /** The identifier at the position, not the function around it. */
  readonly name: string | null;
  /** The map's author calls the source not their own. */
  readonly isIgnored: boolean;
  /** Where the source's content is among the lines of all; `undefined` if there is none. */
  readonly content: { readonly first: number; readonly lines: number } | undefined;
}
