import type { MappingsCheck } from './checkMappings.js';
import type { MapPart } from './mapParts.js';
import { KeptLine } from './keptLine.js';
import { MappingsCursor, STEP } from './mappingsCursor.js';

/** Receives segments in the order of their generated positions. */
export interface SegmentSink {
  /**
   * All values are 0-based and not negative, except `source` -1 (no mapping) and `name` -1 (no name). Indexes are
   * those of the part. Returns false if no more are accepted.
   */
  add(
    line: number,
    column: number,
    source: number,
    originalLine: number,
    originalColumn: number,
    name: number,
  ): boolean;
}

/**
 * Segments of one line that are sorted; a line with more is treated as malformed, because only a hostile map has one.
 */
const MAX_UNSORTED = 4_000_000;
const LAST_POSITION = 0x7f_ff_ff_ff;

/**
 * Passes a part's segments within its bounds to the sink. A segment that refers to an unknown source, has a negative
 * original position, or has 2 or 3 fields is mapped to nothing; one with a negative column is omitted; an unknown
 * name is dropped. Returns false if the sink, or a line that is out of order beyond the limit, ended it early.
 */
export function emitSegments(part: MapPart, check: MappingsCheck, sink: SegmentSink): boolean {
  const cursor = new MappingsCursor(part.mappings);
  const sources = part.sources.length;
  const names = part.names.length;
  const line = new LineOf(part, sink);
  for (;;) {
    switch (cursor.next()) {
      case STEP.end:
        return line.flush(cursor.line);
      case STEP.lineEnd:
        if (!line.flush(cursor.line - 1)) return false;
        break;
      case STEP.segment: {
        if (cursor.column < 0 || cursor.column > LAST_POSITION) break;
        const isMapped =
          cursor.fields > 3 &&
          cursor.source >= 0 &&
          cursor.source < sources &&
          isPosition(cursor.originalLine) &&
          isPosition(cursor.originalColumn);
        const hasName = isMapped && cursor.fields > 4 && cursor.name >= 0 && cursor.name < names;
        const name = hasName ? cursor.name : -1;
        const isTaken = check.unsorted.has(cursor.line)
          ? line.keep(cursor, isMapped, name)
          : line.pass(cursor, isMapped, name);
        if (!isTaken) return false;
      }
    }
  }
}

const isPosition = (value: number): boolean => value >= 0 && value <= LAST_POSITION;

/** A generated line on its way to the sink, limited to the part's bounds. */
class LineOf {
  private readonly kept = new KeptLine();

  constructor(
    private readonly part: MapPart,
    private readonly sink: SegmentSink,
  ) {}

  pass(cursor: MappingsCursor, isMapped: boolean, name: number): boolean {
    const source = isMapped ? cursor.source : -1;
    return this.add(cursor.line, cursor.column, source, cursor.originalLine, cursor.originalColumn, name);
  }

  /** Buffers a segment of an unordered line until the line ends. */
  keep(cursor: MappingsCursor, isMapped: boolean, name: number): boolean {
    if (this.kept.length >= MAX_UNSORTED) return false;
    this.kept.push(cursor, isMapped ? cursor.source : -1, name);
    return true;
  }

  flush(line: number): boolean {
    if (this.kept.length === 0) return true;
    const isTaken = this.kept.everySorted(([column, source, originalLine, originalColumn, name]) =>
      this.add(line, column, source, originalLine, originalColumn, name),
    );
    this.kept.clear();
    return isTaken;
  }

  // eslint-disable-next-line max-params -- as of the sink
  private add(
    line: number,
    column: number,
    source: number,
    originalLine: number,
    original: number,
    name: number,
  ): boolean {
    const { part } = this;
    const wholeLine = part.line + line;
    const wholeColumn = line === 0 ? part.column + column : column;
    if (wholeLine > part.endLine || (wholeLine === part.endLine && wholeColumn >= part.endColumn)) return true;
    if (wholeColumn > LAST_POSITION || wholeLine > LAST_POSITION) return true;
    return source === -1
      ? this.sink.add(wholeLine, wholeColumn, -1, 0, 0, -1)
      : this.sink.add(wholeLine, wholeColumn, source, originalLine, original, name);
  }
}
