import { cutLine } from '../codec/read/cutLine.js';
import type { SourceContext } from '../codec/read/sourceMapIndex.js';

/**
 * Returns the nearest `linesEachSide` lines around a frame, long ones cut: the frame's line around its column, the
 * others from their start. @param column 0-based, in UTF-16 units
 */
export const cutContext = (read: SourceContext, column: number, linesEachSide: number): SourceContext => ({
  before: (linesEachSide === 0 ? [] : read.before.slice(-linesEachSide)).map((line) => cutLine(line, 0)),
  line: cutLine(read.line, column),
  after: read.after.slice(0, linesEachSide).map((line) => cutLine(line, 0)),
});
