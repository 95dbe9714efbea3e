import type { MappingsCheck } from './checkMappings.js';
import type { MapPart } from './mapParts.js';
import { KeptLine } from './keptLine.js';
import { MappingsCursor, STEP } from './mappingsCursor.js';

/** Takes segments in the order of their generated positions. */
export interface SegmentSink {
  /**
   * All 0-based and not negative, but for `source` -1: mapped to nothing; `name` -1: none. Indexes are the part's own.
   * False where it takes no more.
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

/** Segments of one line that are put in order; of more the map is called malformed: it was made to cost. */
const MAX_UNSORTED = 4_000_000;
const LAST_POSITION = 0x7f_ff_ff_ff;

/**
 * Hands a part's segments to the sink, those within its bounds. What cannot be meant is mapped to nothing: a source
 * that does not exist, a negative original position, segments of 2 or 3 fields; a negative column is left out; a name
 * that does not exist is none. False where the sink, or a line out of all order, ended it early.
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

/** One generated line on its way to the sink, within the part's bounds. */
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

  /** Keeps a segment of a line that is not in order until the line ends. */
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
