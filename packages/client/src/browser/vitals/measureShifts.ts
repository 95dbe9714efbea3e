import type { Client } from '../../core/client.js';
import { observe, type Vital } from './observe.js';

interface LayoutShift {
  readonly value: number;
  readonly startTime: number;
  readonly hadRecentInput: boolean;
}

/** Shifts further apart than this are of two bursts, milliseconds. */
const GAP_MS = 1_000;
const LONGEST_BURST_MS = 5_000;

/** Cumulative layout shift so far: the worst burst of shifts that nobody asked for. */
export function measureShifts(client: Client): Vital {
  let [worst, sum, first, last] = [0, 0, 0, -GAP_MS];
  const shifts = observe(client, { type: 'layout-shift' }, ({ value, startTime, hadRecentInput }: LayoutShift) => {
    if (hadRecentInput) return;
    const isSame = startTime - last < GAP_MS && startTime - first < LONGEST_BURST_MS;
    if (!isSame) [sum, first] = [0, startTime];
    sum += value;
    last = startTime;
    worst = Math.max(worst, sum);
  });
  return {
    read: () => {
      shifts?.catchUp();
      return { cls: shifts && Math.round(worst * 10_000) / 10_000 };
    },
    stop: () => shifts?.stop(),
  };
}
