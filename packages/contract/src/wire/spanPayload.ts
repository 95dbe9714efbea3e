/** How a span ended (protocol 3.2). */
export const SPAN_STATUSES = ['ok', 'error', 'cancelled'] as const;

/** Payload of a `span` (protocol 2.3). */
export interface SpanPayload {
  readonly uuid: string;
  readonly name: string;
  readonly traceId: string;
  /** Absent (or `null`) on a root span. */
  readonly parentId?: string | null;
  readonly startTime: string;
  readonly endTime: string;
  /** Milliseconds, not negative. */
  readonly duration: number;
  readonly op?: string | null;
  readonly status: (typeof SPAN_STATUSES)[number];
  readonly metrics: Readonly<Record<string, number>>;
}

const identifier = { type: 'string', format: 'identifier' } as const;
const moment = { type: 'string', format: 'timestamp' } as const;

/** What a span's payload must hold to be valid (protocol 2.3). Optional fields may be `null`; a metric that is no number is dropped elsewhere. */
export const spanPayloadSchema = {
  type: 'object',
  required: ['uuid', 'name', 'traceId', 'startTime', 'endTime', 'duration', 'status', 'metrics'],
  properties: {
    uuid: identifier,
    name: { type: 'string' },
    traceId: identifier,
    parentId: { ...identifier, type: ['string', 'null'] },
    startTime: moment,
    endTime: moment,
    duration: { type: 'number', minimum: 0 },
    op: { type: ['string', 'null'] },
    status: { enum: SPAN_STATUSES },
    metrics: { type: 'object' },
  },
} as const;
