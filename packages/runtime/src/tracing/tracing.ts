import type { Component } from '../component.js';
import type { Logger } from '../logger.js';

/** Values that a span may have. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A step of a sampled trace. */
export interface TraceSpan {
  /** W3C `traceparent`, by which another process continues the trace. */
  readonly traceparent: string;
  /** Begins a step of this one. */
  readonly child: (name: string) => TraceSpan;
  /** Ends the step. @param error why it failed, if it did */
  readonly end: (attributes?: SpanAttributes, error?: unknown) => void;
}

/** Traces of Sluice itself. Whoever gets `undefined` does nothing more: the trace is not sampled, or traces are off. */
export interface Tracing {
  /** Begins a trace, if it is sampled. */
  readonly sample: (name: string) => TraceSpan | undefined;
  /**
   * Continues a trace of another process, which was sampled there.
   *
   * @param startMs when the step began, milliseconds since 1970
   */
  readonly resume: (traceparent: string, name: string, startMs: number) => TraceSpan | undefined;
}

/** Options of traces. */
export interface TracingOptions {
  /** Name of the service; the collector shows `sluice-<service>`. */
  readonly service: string;
  /** URL of a collector that accepts OTLP over HTTP; `undefined` means off. */
  readonly endpoint: string | undefined;
  /** One of this many requests is traced. */
  readonly oneIn: number;
  readonly logger: Logger;
}

/** Traces with a lifetime: `stop` sends what is left. */
export interface TracingComponent extends Component {
  readonly tracing: Tracing;
}

/** Traces that are off. */
export const NO_TRACING: Tracing = { sample: () => undefined, resume: () => undefined };
