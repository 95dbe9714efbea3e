/** What tests compare of events: derived from a captured request, and read back through the API. */

export interface FrameView {
  readonly file: string;
  readonly function: string;
  readonly module: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

export interface CauseView {
  readonly type: string;
  readonly message: string;
  /** Newest call first. */
  readonly frames: readonly FrameView[];
}

interface ListedCause extends CauseView {
  /** The place of the group that it belongs to; 0 is the exception. */
  readonly parent: number | null;
}

export interface ExceptionView extends CauseView {
  /** The source line of the newest frame. */
  readonly sourceLine: string | null;
  /** The variables of the newest frame. */
  readonly vars: Readonly<Record<string, string>> | null;
  readonly level: string;
  readonly handled: boolean | null;
  readonly platform: string | null;
  readonly timestamp: string;
  /** Nearest cause first. */
  readonly causes: readonly ListedCause[];
  readonly breadcrumbs: number;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly release: string | null;
  readonly environment: string | null;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly replayId: string | null;
  /** A part of the contexts; what is read back may have more. */
  readonly contexts: Readonly<Record<string, unknown>>;
}

export interface SpanView {
  readonly uuid: string;
  readonly parentId: string | null;
  readonly traceId: string;
  readonly name: string;
  readonly op: string | null;
  readonly status: string;
  readonly startTime: string;
  readonly endTime: string;
  /** Milliseconds; compared to a microsecond. */
  readonly duration: number;
  readonly release: string | null;
  readonly environment: string | null;
  readonly metrics: Readonly<Record<string, number>>;
}

export interface LogView {
  readonly level: string;
  readonly message: string;
  readonly timestamp: string;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly release: string | null;
  readonly environment: string | null;
  /** A part of the attributes; what is read back may have more. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface SegmentView {
  readonly replayId: string;
  readonly segment: number;
  readonly startTime: string;
  readonly endTime: string;
  readonly events: readonly unknown[];
}

/** Values of a metric, of one event or of all together. */
export interface MetricView {
  readonly name: string;
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

/** Events of one or several requests. */
export interface Events {
  readonly exceptions: readonly ExceptionView[];
  readonly spans: readonly SpanView[];
  readonly logs: readonly LogView[];
  readonly segments: readonly SegmentView[];
  /** Of requests, one for each data point or item that is accepted; read back, one for each name. */
  readonly metrics: readonly MetricView[];
}

/** What a request should lead to. */
export interface Expectation extends Events {
  /** Types of items that are not events, with the number of items. */
  readonly notTaken: Readonly<Record<string, number>>;
  /** `category reason` → quantity that the SDK reports to have dropped. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Data points that are refused. */
  readonly refusedPoints: number;
}

export const nothing: Expectation = {
  exceptions: [],
  spans: [],
  logs: [],
  segments: [],
  metrics: [],
  notTaken: {},
  dropped: {},
  refusedPoints: 0,
};

const addUp = (all: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const [name, count] of all.flatMap(Object.entries)) sums[name] = (sums[name] ?? 0) + (count as number);
  return sums;
};

/** Returns what several requests should lead to together. */
export const joinExpectations = (all: readonly Expectation[]): Expectation => ({
  exceptions: all.flatMap(({ exceptions }) => exceptions),
  spans: all.flatMap(({ spans }) => spans),
  logs: all.flatMap(({ logs }) => logs),
  segments: all.flatMap(({ segments }) => segments),
  notTaken: addUp(all.map(({ notTaken }) => notTaken)),
  dropped: addUp(all.map(({ dropped }) => dropped)),
  metrics: all.flatMap(({ metrics }) => metrics),
  refusedPoints: all.reduce((sum, one) => sum + one.refusedPoints, 0),
});

/** Number of events by their type, of those that have a table. */
export const countsOf = ({ exceptions, spans, logs, segments }: Events): Record<string, number> =>
  Object.fromEntries(
    Object.entries({
      exception: exceptions.length,
      log: logs.length,
      span: spans.length,
      replay: segments.length,
    }).filter(([, count]) => count > 0),
  );

/** Returns the totals of each metric by name, with the values that spans measured. */
export function metricTotals({ spans, metrics }: Pick<Events, 'spans' | 'metrics'>): MetricView[] {
  const ofSpans = spans.flatMap((span) =>
    Object.entries(span.metrics).map(([name, value]) => ({ name, count: 1, sum: value, min: value, max: value })),
  );
  const totals = new Map<string, MetricView>();
  for (const one of [...ofSpans, ...metrics]) {
    const { name, count, sum, min, max } = totals.get(one.name) ?? { ...one, count: 0, sum: 0 };
    totals.set(name, {
      name,
      count: count + one.count,
      sum: sum + one.sum,
      min: Math.min(min, one.min),
      max: Math.max(max, one.max),
    });
  }
  return sortedBy([...totals.values()], ({ name }) => name);
}

/** The text that a value becomes on the wire: no NUL and no lone surrogate (protocol 2.1). */
export const clean = (text: string): string =>
  text
    .replaceAll('\0', '\ufffd')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

/** Cuts a text as protocol 8 says. */
export const trimmed = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** Returns `stored` with only the keys that `expected` has, so that both can be compared. */
export function partOf(stored: unknown, expected: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all = stored as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(expected).map((key) => [key, all[key]]));
}

/** Pairs of equal position that differ by a microsecond or more. */
export const differingDurations = (expected: readonly SpanView[], stored: readonly SpanView[]): unknown[] =>
  expected.flatMap(({ uuid, duration }, index) => {
    const other = stored[index]?.duration ?? NaN;
    return Math.abs(duration - other) < 0.001 ? [] : [{ uuid, expected: duration, stored: other }];
  });

/** Sorts by the given text, and by JSON if that is equal. */
export function sortedBy<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  const keyed = items.map((item) => [`${textOf(item)} ${JSON.stringify(item)}`, item] as const);
  return keyed.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)).map(([, item]) => item);
}
