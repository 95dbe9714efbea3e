import type { PayloadDescription, PayloadOf } from './payloadDescription.js';

/** The fields of a metric (protocol 2.8): `value`, or all of `count`, `sum`, `min`, `max` and `values`. */
export const metricPayload = {
  validates: 'fields',
  fields: {
    name: { type: 'string', required: true },
    value: { type: 'number' },
    /** How many values a histogram has. */
    count: { type: 'number', minimum: 1 },
    sum: { type: 'number' },
    min: { type: 'number' },
    max: { type: 'number' },
    /** Values with how often they occur, as pairs; the occurrences add up to `count`. */
    values: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    /** Distinguishes equal values of different items of Sentry's SDKs. */
    source: { type: 'string' },
  },
} as const satisfies PayloadDescription;

/** Payload of a `metric` (protocol 2.8). */
export type MetricPayload = PayloadOf<typeof metricPayload>;
