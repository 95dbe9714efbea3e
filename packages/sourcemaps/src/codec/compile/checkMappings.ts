import { IndexSet } from './indexSet.js';
import { MappingsCursor, STEP } from './mappingsCursor.js';

/** What a first walk over mappings found. */
export interface MappingsCheck {
  /** Something in them is no VLQ: no frame can be trusted. */
  readonly isMalformed: boolean;
  /** Generated lines, counted from the part's own first. */
  readonly lines: number;
  /** Lines whose segments are not in order of their columns, 0-based. */
  readonly unsorted: IndexSet;
  /** Segments of 2 or 3 fields. */
  readonly odd: number;
  /** Numbers that end too early. */
  readonly cut: number;
  /** Columns below 0. */
  readonly negative: number;
}

/** Walks over mappings once, so that the second walk need keep no line in memory that is in order. */
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
