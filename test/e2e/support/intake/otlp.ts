import { ask, type Answer, type Ask } from '../http.js';
import { type System } from '../system.js';
import { type Project } from '../tenant.js';
import { newEventId, newSpanId } from './envelopes.js';

type Fields = Readonly<Record<string, unknown>>;

/** Nanoseconds since 1970, some milliseconds ago, as OTLP's JSON writes them. */
export const nanosAgo = (ms: number): string => `${Date.now() - ms}000000`;

/** Attributes of OTLP, with text for values. */
export const attributes = (texts: Readonly<Record<string, string>>): Fields[] =>
  Object.entries(texts).map(([key, stringValue]) => ({ key, value: { stringValue } }));

const resource = { attributes: attributes({ 'service.name': 'checkout', 'telemetry.sdk.language': 'nodejs' }) };

/** A span of OTLP's JSON. */
export const otlpSpan = (over: Fields = {}): Fields & { readonly traceId: string; readonly spanId: string } => ({
  traceId: newEventId(),
  spanId: newSpanId(),
  name: 'GET /',
  kind: 2,
  startTimeUnixNano: nanosAgo(20),
  endTimeUnixNano: nanosAgo(10),
  ...over,
});

/** A request with these spans. */
export const tracesOf = (...spans: readonly Fields[]): Fields => ({
  resourceSpans: [{ resource, scopeSpans: [{ spans }] }],
});

/** A request with these log records. */
export const logsOf = (...logRecords: readonly Fields[]): Fields => ({
  resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }],
});

/** Posts a request of OTLP, as JSON if it is an object. */
export const postOtlp = (
  system: System,
  { key }: Pick<Project, 'key'>,
  path: '/v1/traces' | '/v1/logs' | '/v1/metrics',
  { body, ...over }: Omit<Ask, 'body'> & { readonly body: Fields | string | Buffer },
): Promise<Answer> =>
  ask(`${system.baseUrl}${path}`, {
    method: 'POST',
    ...over,
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    headers: {
      'content-type': Buffer.isBuffer(body) ? 'application/x-protobuf' : 'application/json',
      authorization: `Bearer ${key}`,
      ...over.headers,
    },
  });
