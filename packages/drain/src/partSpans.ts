import type { EventType, Part } from '@sluice/contract';
import type { TraceSpan, Tracing } from '@sluice/runtime';

/** Spans of the traced parts of one write batch. */
export interface PartSpans {
  /** Begins a span for each traced part. @param acquiredMs when their job was acquired, milliseconds since 1970 */
  readonly begin: (parts: readonly Part[], acquiredMs: number) => void;
  /** Runs the write as a step of every span, then ends them. */
  readonly around: (write: () => Promise<void>) => Promise<void>;
}

/** Returns the spans of a write batch. Without a traced part, it costs one comparison for each part. */
export function createPartSpans(tracing: Tracing, type: EventType): PartSpans {
  const consuming: { readonly span: TraceSpan; readonly events: number }[] = [];
  return {
    begin: (parts, acquiredMs) => {
      for (const { trace, events } of parts) {
        const span = typeof trace === 'string' ? tracing.resume(trace, `consume ${type}`, acquiredMs) : undefined;
        if (span !== undefined) consuming.push({ span, events: events.length });
      }
    },
    around: async (write) => {
      if (consuming.length === 0) return write();
      const storing = consuming.map(({ span }) => span.child('store'));
      const end = (error?: unknown): void => {
        for (const span of storing) span.end({}, error);
        for (const { span, events } of consuming) span.end({ 'sluice.events': events }, error);
      };
      try {
        await write();
      } catch (error) {
        end(error);
        throw error;
      }
      end();
    },
  };
}
