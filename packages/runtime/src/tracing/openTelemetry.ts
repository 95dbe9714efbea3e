import { ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { VERSION } from '../version.js';
import { withTimeout } from '../withTimeout.js';
import type { TraceSpan, TracingComponent, TracingOptions } from './tracing.js';

const EXPORT_MS = 5_000;
/** Spans that wait for the collector; further ones are dropped. */
const MOST_WAITING = 4_096;

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

/**
 * Returns traces that the SDK sends. It samples everything that it is asked for: `createTracing` decides before. This
 * file is imported only if traces are on.
 */
export function openTelemetry({ service, endpoint, logger }: TracingOptions & { endpoint: string }): TracingComponent {
  const exporter = new OTLPTraceExporter({ url: endpoint, timeoutMillis: EXPORT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `sluice-${service}`, 'service.version': VERSION }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, logger), maxQueueSize: MOST_WAITING })],
  });
  const tracer = provider.getTracer('sluice', VERSION);
  const begin = (name: string, parent: Context, startTime?: number): TraceSpan => {
    const span = tracer.startSpan(name, startTime === undefined ? {} : { startTime }, parent);
    const { traceId, spanId } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      child: (childName) => begin(childName, trace.setSpan(ROOT_CONTEXT, span)),
      end: (attributes = {}, error) => {
        span.setAttributes(attributes);
        if (error !== undefined) fail(span, error);
        span.end();
      },
    };
  };
  return {
    tracing: {
      sample: (name) => begin(name, ROOT_CONTEXT),
      resume: (traceparent, name, startMs) => {
        const [, traceId, spanId] = TRACEPARENT.exec(traceparent) ?? [];
        if (traceId === undefined || spanId === undefined) return undefined;
        const remote = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
        return begin(name, trace.setSpanContext(ROOT_CONTEXT, remote), startMs);
      },
    },
    start: () => Promise.resolve(),
    stop: () => withTimeout(provider.shutdown(), EXPORT_MS).catch(() => undefined),
  };
}

/** Marks a span as failed, with the class of the error: a message may contain values of events. */
function fail(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.name : typeof error;
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

/** Logs the first of a series of failed exports. */
function reporting(exporter: SpanExporter, logger: TracingOptions['logger']): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && !failing) logger.warn({ err: result.error }, 'traces cannot be sent');
        failing = result.error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
