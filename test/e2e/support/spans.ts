import { makeEvent, type WireEvent } from './events.js';

export interface SpanShape {
  readonly traceId: string;
  readonly uuid: string;
  readonly parentId?: string;
  readonly name?: string;
  readonly op?: string;
  /** Milliseconds from `origin`. */
  readonly startMs?: number;
  readonly lengthMs?: number;
  readonly status?: 'ok' | 'error' | 'cancelled';
  readonly metrics?: Readonly<Record<string, number>>;
  readonly contexts?: WireEvent;
  readonly tags?: WireEvent;
}

const origin = Date.UTC(2024, 4, 1, 12);

/** Returns a wire timestamp this many milliseconds after the start of the spans of these tests. */
export const momentOf = (ms: number): string => new Date(origin + ms).toISOString();

/** A span event. */
export function spanEvent(shape: SpanShape): WireEvent {
  const { traceId, uuid, parentId, name = uuid, op, startMs = 0, lengthMs = 10, status = 'ok', metrics = {} } = shape;
  return makeEvent('span', {
    contexts: shape.contexts ?? {},
    tags: shape.tags ?? {},
    payload: {
      uuid,
      name,
      traceId,
      ...(parentId === undefined ? {} : { parentId }),
      ...(op === undefined ? {} : { op }),
      startTime: momentOf(startMs),
      endTime: momentOf(startMs + lengthMs),
      duration: lengthMs,
      status,
      metrics,
    },
  });
}
