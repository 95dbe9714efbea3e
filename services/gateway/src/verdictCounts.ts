import { TYPE_CODES, VERDICTS, type CountedType, type Verdict } from '@sluice/contract';

/** Events of one type with one verdict. */
interface VerdictCount extends Verdict {
  readonly type: CountedType;
  readonly count: number;
}

/** Counts of events by type and verdict. */
export interface VerdictCounts {
  /**
   * Counts a batch.
   *
   * @param types one `TYPE_CODES` character for each event
   * @param verdicts one `VERDICTS` character for each event
   */
  readonly add: (types: string, verdicts: string) => void;
  /** Returns what was counted since the last call. */
  readonly take: () => readonly VerdictCount[];
}

/** Codes are ASCII letters, so a pair of them is an index of 14 bits. */
const BITS = 7;
const MASK = (1 << BITS) - 1;

/** Returns counts that cost one addition for each event; labels are built when they are taken. */
export function createVerdictCounts(): VerdictCounts {
  const counts = new Float64Array(1 << (2 * BITS));
  return {
    add: (types, verdicts) => {
      for (let i = 0; i < verdicts.length; i += 1) {
        const pair = indexOf(types.charCodeAt(i), verdicts.charCodeAt(i));
        counts[pair] = (counts[pair] ?? 0) + 1;
      }
    },
    take: () => {
      const taken = PAIRS.map(({ index, ...pair }) => ({ ...pair, count: counts[index] ?? 0 }));
      counts.fill(0);
      return taken.filter(({ count }) => count > 0);
    },
  };
}

const indexOf = (type: number, verdict: number): number => ((type & MASK) << BITS) | (verdict & MASK);

const PAIRS = (Object.entries(TYPE_CODES) as [CountedType, string][]).flatMap(([type, typeCode]) =>
  Object.entries(VERDICTS).map(([code, verdict]) => ({
    ...verdict,
    type,
    index: indexOf(typeCode.charCodeAt(0), code.charCodeAt(0)),
  })),
);
