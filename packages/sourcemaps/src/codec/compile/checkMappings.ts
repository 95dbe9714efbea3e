import { IndexSet } from './indexSet.js';
import { MappingsCursor, STEP } from './mappingsCursor.js';

/** Result of a first pass over mappings. */
export interface MappingsCheck {
  /** The mappings are not valid VLQ, so no frame can be trusted. */
  readonly isMalformed: boolean;
  /** Number of generated lines, from the first line of the part. */
  readonly lines: number;
  /** Lines whose segments are not in column order, 0-based. */
  readonly unsorted: IndexSet;
  /** Number of segments with 2 or 3 fields. */
  readonly odd: number;
  /** Number of truncated numbers. */
  readonly cut: number;
  /** Number of negative columns. */
  readonly negative: number;
}

/** Checks mappings in one pass, so that the second pass only has to buffer the lines that are not in order. */
export function checkMappings(mappings: Buffer): MappingsCheck {
  const cursor = new MappingsCursor(mappings);
  const unsorted = new IndexSet();
  let odd = 0;
  let cut = 0;
  let negative = 0;
  let last = -1;
  const found = (isMalformed: boolean): MappingsCheck => ({
    isMalformed,
    lines: cursor.line + 1,
    unsorted,
    odd,
    cut,
    negative,
  });
  for (;;) {
    switch (cursor.next()) {
      case STEP.end:
        return found(false);
      case STEP.malformed:
        return found(true);
      case STEP.lineEnd:
        last = -1;
        break;
      case STEP.cut:
        cut += 1;
        break;
      default:
        if (cursor.fields === 2 || cursor.fields === 3) odd += 1;
        if (cursor.column < 0) negative += 1;
        else {
          if (cursor.column < last) unsorted.add(cursor.line);
          last = cursor.column;
        }
    }
  }
}
