import type { Contexts, SluiceEvent, SpanStatus } from '../core/event.js';
import type { TracePlace } from '../core/scope.js';

/** What is known of a span when it begins. */
export interface SpanOptions {
  /** Category: `http.client`, `db`, `ui.render`, … */
  readonly op?: string;
  /** As if each was set by `setData`. */
  readonly data?: Readonly<Contexts>;
  /** The place in a trace it begins at; the current one where it is absent. `null`: a trace of its own. */
  readonly parent?: TracePlace | null;
  /** Milliseconds since 1970 when it began; now where it is absent. */
  readonly startedAt?: number;
}

/** Something that takes time. It is a place in a trace too: `traceparentOf(span)`, `{ parent: span }`. */
export interface Span extends TracePlace {
  /** 16 hex characters; empty where there is no client, as `traceId` is. */
  readonly spanId: string;
  /** Records a number of this span. A repeated name keeps the last; what is no finite number is ignored. */
  metric(name: string, value: number): void;
  /** Sets a context of the span's event. */
  setData(key: string, value: unknown): void;
  /** Says how it ends, whatever happens then. */
  setStatus(status: SpanStatus): void;
  /** Ends it, once: what is set afterwards is ignored. @param at milliseconds since 1970; now where it is absent */
  end(at?: number): void;
  /** Runs a callback within the span: in a browser its synchronous part. */
  run<T>(callback: () => T): T;
}

/** A span as this folder knows it. */
export interface LiveSpan extends Span {
  /**
   * @param otherwise how it ended, unless its status was set: `ok` where it is absent
   * @param finalName what it is called, where that was not known when it began
   */
  end(at?: number, otherwise?: SpanStatus, finalName?: string): void;
  /** What the trace holds until its local root ends; absent where nothing is sent. */
  readonly held?: HeldTrace;
}

/** Finished spans below a local root. */
export interface HeldTrace {
  events: SluiceEvent[];
  /** The root has ended: what ends later goes alone. */
  isOver: boolean;
}
