import type { Contexts, SluiceEvent, SpanStatus } from '../core/event.js';
import type { TracePosition } from '../core/scope.js';

/** Start options of a span. */
export interface SpanOptions {
  /** Category: `http.client`, `db`, `ui.render`, … */
  readonly op?: string;
  /** Initial data, as set by `setData`. */
  readonly data?: Readonly<Contexts>;
  /** Parent position; default the current one. `null`: a new trace. */
  readonly parent?: TracePosition | null;
  /** Start in milliseconds since 1970; default now. */
  readonly startedAt?: number;
}

/** A timed operation. It is also a position in a trace: `traceparentOf(span)`, `{ parent: span }`. */
export interface Span extends TracePosition {
  /** 16 hex characters; empty without a client, like `traceId`. */
  readonly spanId: string;
  /** Sets a metric of the span; the last value wins. Values that are not finite are ignored. */
  metric(name: string, value: number): void;
  /** Sets a context of the span's event. */
  setData(key: string, value: unknown): void;
  /** Sets the status, regardless of how the span ends. */
  setStatus(status: SpanStatus): void;
  /** Ends the span; later changes are ignored. @param at milliseconds since 1970; default now */
  end(at?: number): void;
  /** Runs a callback within the span; in a browser only its synchronous part. */
  run<T>(callback: () => T): T;
}

/** Internal interface of a span. */
export interface LiveSpan extends Span {
  /**
   * @param otherwise status if none was set; default `ok`
   * @param finalName name, if it was not known at the start
   */
  end(at?: number, otherwise?: SpanStatus, finalName?: string): void;
  /** Held spans of the trace until its local root ends; absent if nothing is sent. */
  readonly held?: HeldTrace;
}

/** Finished spans below a local root. */
export interface HeldTrace {
  events: SluiceEvent[];
  /** Whether the root has ended; later spans are sent individually. */
  isOver: boolean;
}
