import { selectorOf } from '../selectorOf.js';
import { loadStateAt } from './loadStateAt.js';
import type { Measured } from './measured.js';
import type { Vital } from './vital.js';

/** A performance entry `layout-shift`. */
export interface LayoutShift {
  readonly value: number;
  readonly startTime: number;
  readonly hadRecentInput: boolean;
  readonly sources?: readonly { readonly node?: Node | null }[];
}

/** Maximum gap within a session window in milliseconds. */
const GAP_MS = 1_000;
const LONGEST_SESSION_MS = 5_000;

/** Cumulative Layout Shift: the worst session window of shifts without input. Its data come from its largest shift. */
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
        // Text nodes have no selector.
        const { node } = sources.find((one) => one.node?.nodeType === 1) ?? {};
        cause = { 'cls.element': selectorOf(node), 'cls.load_state': loadStateAt(startTime) };
      }
      if (sum > worst) [worst, data] = [sum, cause];
    },
    read: () => Math.round(worst * 10_000) / 10_000,
    data: () => data as Measured,
  };
}
