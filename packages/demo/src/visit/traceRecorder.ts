import type { Random } from '../random.js';

/** A part of the shop that sends events. */
type Service = 'web' | 'api' | 'worker';

/** What a span is about. */
interface SpanFacts {
  readonly service: Service;
  readonly op: string;
  readonly name: string;
  readonly parentId?: string | undefined;
  /** An id from {@link TraceRecorder.newId}, for a span whose children are added first. */
  readonly id?: string;
  readonly isError?: boolean;
  readonly metrics?: Readonly<Record<string, number>>;
  readonly contexts?: Readonly<Record<string, string | number>>;
}

/** A span as recorded. */
interface RecordedSpan {
  readonly service: Service;
  readonly payload: { readonly uuid: string; readonly parentId?: string | undefined };
  readonly contexts: Readonly<Record<string, string | number>>;
  /** Milliseconds since 1970. */
  readonly end: number;
}

/** A log as recorded. */
interface RecordedLog {
  readonly service: Service;
  readonly at: number;
  readonly level: string;
  readonly message: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly spanId: string;
}

/** Collects the spans, logs and exceptions of one trace. */
export interface TraceRecorder {
  readonly traceId: string;
  readonly newId: () => string;
  /** Adds a span and returns its id. @param from and `to` in milliseconds since 1970 */
  readonly span: (facts: SpanFacts, from: number, to: number) => string;
  readonly log: (log: RecordedLog) => void;
  readonly exception: (service: Service, at: number, spanId: string, payload: object) => void;
  readonly spans: readonly RecordedSpan[];
  readonly logs: readonly RecordedLog[];
  readonly exceptions: readonly {
    readonly service: Service;
    readonly at: number;
    readonly spanId: string;
    readonly payload: object;
  }[];
}

/** Creates an empty trace. */
export function createTraceRecorder(chance: Random): TraceRecorder {
  const spans: RecordedSpan[] = [];
  const logs: RecordedLog[] = [];
  const exceptions: TraceRecorder['exceptions'][number][] = [];
  const traceId = chance.hex(32);
  const newId = (): string => chance.hex(16);
  return {
    traceId,
    newId,
    spans,
    logs,
    exceptions,
    log: (log) => void logs.push(log),
    exception: (service, at, spanId, payload) => void exceptions.push({ service, at, spanId, payload }),
    span: ({ service, op, name, parentId, id = newId(), isError, metrics = {}, contexts = {} }, from, to) => {
      const [start, end] = [Math.round(from), Math.round(to)];
      const payload = {
        uuid: id,
        traceId,
        parentId,
        op,
        name,
        status: isError === true ? 'error' : 'ok',
        metrics,
        startTime: new Date(start).toISOString(),
        endTime: new Date(end).toISOString(),
        duration: Math.round((to - from) * 100) / 100,
      };
      spans.push({ service, payload, contexts, end });
      return id;
    },
  };
}
