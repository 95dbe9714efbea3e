import { useEffect, useState } from 'react';
import { callApi } from '../../api/callApi';
import type { ProjectPlace } from '../../lib/useProject';
import { inSlices, type Work } from './model/inSlices';
import { addSpans, emptySpanTable, type SpanTable } from './model/spanTable';
import { spanTree, type SpanTree } from './model/spanTree';

/** The spans of a trace as far as they are loaded. */
export interface TraceSpans {
  /** `undefined` until the first page is there. */
  readonly loaded: { readonly table: SpanTable; readonly tree: SpanTree; readonly count: number } | undefined;
  readonly isComplete: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The most spans that are loaded; beyond it, the page says so. */
export const MAX_SPANS = 250_000;

const EMPTY: Omit<TraceSpans, 'retry'> = { loaded: undefined, isComplete: false, error: null };

/** Spans of a page: the browser parses it in one task. */
const PAGE = 5_000;

/** Lets the browser paint and answer input between two slices of work. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Loads the spans of a trace page by page. The tree is built anew when the number of spans has doubled, and at the end. All of
 * it is done in slices of a few milliseconds.
 */
export function useTraceSpans({ org, project }: ProjectPlace, traceId: string): TraceSpans {
  const [spans, setSpans] = useState(EMPTY);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    setSpans(EMPTY);
    load({ org, project, traceId }, signal, setSpans).catch((error: unknown) => {
      if (!signal.aborted)
        setSpans((known) => ({ ...known, error: error instanceof Error ? error : new Error(String(error)) }));
    });
    return () => stop.abort();
  }, [org, project, traceId, attempt]);
  return { ...spans, retry: () => setAttempt(attempt + 1) };
}

type Place = ProjectPlace & { readonly traceId: string };

async function load(params: Place, signal: AbortSignal, show: (spans: typeof EMPTY) => void): Promise<void> {
  const table = emptySpanTable();
  const slice = <Result>(work: Work<Result>): Promise<Result> =>
    inSlices(work, { signal, pause, now: () => performance.now() });
  let cursor: string | undefined;
  let shown = 0;
  do {
    const page = await callApi('GET /api/0/projects/{org}/{project}/traces/{traceId}/spans', {
      params,
      query: { cursor, limit: PAGE },
      signal,
    });
    await slice(addSpans(table, page));
    cursor = page.next ?? undefined;
    const count = table.uuid.length;
    const isComplete = cursor === undefined || count >= MAX_SPANS;
    if (!isComplete && count < 2 * shown) continue;
    const tree = await slice(spanTree(table));
    shown = count;
    show({ loaded: { table: { ...table }, tree, count }, isComplete, error: null });
  } while (cursor !== undefined && table.uuid.length < MAX_SPANS);
}
