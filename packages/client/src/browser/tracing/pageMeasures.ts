import type { Span } from '../../spans/span.js';

/** Puts what was measured of the page into its pageload span. */
export type PageMeasure = (pageload: Span) => void;

const measures = new Set<PageMeasure>();

/** Has a pageload span wait for its measures, and calls back before it is sent. @returns undoes it */
export function measurePageload(measure: PageMeasure): () => void {
  measures.add(measure);
  return () => measures.delete(measure);
}

/** All who measure. */
export const pageMeasures = (): readonly PageMeasure[] => [...measures];
