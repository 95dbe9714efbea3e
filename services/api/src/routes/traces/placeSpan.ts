import { DAY_MS, timeOfId } from '@sluice/contract';
import type { SpanPage } from './sql/readSpanPage.js';

/** Where a span is drawn in its trace, in milliseconds. */
interface SpanPlace {
  readonly startOffset: number;
  readonly duration: number;
}

/**
 * Returns the place of a span in its trace. A span that began outside the times of the trace was recorded by a clock that
 * disagrees with the others: it ends at its arrival. A duration that exceeds the trace by more than a day, because the clock was
 * corrected during the span, ends with the trace.
 */
export function placeSpan(
  { id, startTime, duration }: Pick<SpanPage['spans'][number], 'id' | 'startTime' | 'duration'>,
  { firstStart, lastEnd }: Pick<SpanPage, 'firstStart' | 'lastEnd'>,
): SpanPlace {
  const [firstMs, lastMs] = [firstStart.getTime(), lastEnd.getTime()];
  const startMs = startTime.getTime();
  const isWithin = startMs >= firstMs && startMs <= lastMs;
  const endOffset = Math.min(timeOfId(id), lastMs) - firstMs;
  const startOffset = isWithin ? startMs - firstMs : Math.max(0, endOffset - Math.max(duration, 0));
  const left = lastMs - firstMs - startOffset;
  return { startOffset, duration: duration > left + DAY_MS ? left : duration };
}
