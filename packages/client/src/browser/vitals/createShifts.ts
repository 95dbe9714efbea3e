import { selectorOf } from '../selectorOf.js';
import { loadStateAt } from './loadStateAt.js';
import type { Measured } from './measured.js';
import type { Vital } from './vital.js';

/** An entry `layout-shift`. */
export interface LayoutShift {
  readonly value: number;
  readonly startTime: number;
  readonly hadRecentInput: boolean;
  readonly sources?: readonly { readonly node?: Node | null }[];
}

/** Shifts further apart than this are of two sessions, milliseconds. */
const GAP_MS = 1_000;
const LONGEST_SESSION_MS = 5_000;

/** Cumulative layout shift: the worst session of shifts that no input caused. Its data are of its largest shift. */
export function createShifts(): Vital<LayoutShift> {
  let [worst, sum, first, last, largest] = [0, 0, 0, -GAP_MS, 0];
  let [data, cause]: Measured[] = [{}, {}];
  return {
    take: ({ value, startTime, hadRecentInput, sources = [] }) => {
      if (hadRecentInput) return;
      if (startTime - last >= GAP_MS || startTime - first >= LONGEST_SESSION_MS)
        [sum, first, largest] = [0, startTime, 0];
      sum += value;
      last = startTime;
      if (value > largest) {
        largest = value;
        // A text has no selector.
        const { node } = sources.find((one) => one.node?.nodeType === 1) ?? {};
        cause = { 'cls.element': selectorOf(node), 'cls.load_state': loadStateAt(startTime) };
      }
      if (sum > worst) [worst, data] = [sum, cause];
    },
    read: () => Math.round(worst * 10_000) / 10_000,
    data: () => data as Measured,
  };
}
