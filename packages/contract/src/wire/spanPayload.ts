import type { PayloadDescription, PayloadOf } from './payloadDescription.js';

/** How a span ended (protocol 3.2). */
export const SPAN_STATUSES = ['ok', 'error', 'cancelled'] as const;

/** One of {@link SPAN_STATUSES}. */
export type SpanStatus = (typeof SPAN_STATUSES)[number];

/** The fields of a span (protocol 2.3). Metrics that are not finite numbers are dropped before validation. */
export const spanPayload = {
  validates: 'fields',
  fields: {
    uuid: { type: 'string', format: 'identifier', required: true },
    name: { type: 'string', required: true },
    traceId: { type: 'string', format: 'identifier', required: true },
    /** Absent or `null` on a root span. */
    parentId: { type: ['string', 'null'], format: 'identifier' },
    startTime: { type: 'string', format: 'timestamp', required: true },
    endTime: { type: 'string', format: 'timestamp', required: true },
    /** Milliseconds. */
    duration: { type: 'number', minimum: 0, required: true },
    op: { type: ['string', 'null'] },
    status: { enum: SPAN_STATUSES, required: true },
    metrics: { type: 'object', values: { type: 'number' }, required: true },
  },
} as const satisfies PayloadDescription;

/** Payload of a `span` (protocol 2.3). */
export type SpanPayload = PayloadOf<typeof spanPayload>;
