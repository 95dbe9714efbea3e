import type { JsonObject } from '@sluice/contract';

/** Kinds of spans by their number; 0 is unspecified. */
const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** The role of a span in its trace. */
export type SpanKind = (typeof KINDS)[number];

/** Returns the kind of a span; one that is not specified is internal, as OpenTelemetry says. */
export const kindOf = (value: unknown): SpanKind =>
  (typeof value === 'number' ? KINDS[value] : undefined) ?? 'internal';

const HTTP: Partial<Readonly<Record<SpanKind, string>>> = { server: 'http.server', client: 'http.client' };
const MESSAGING: Partial<Readonly<Record<SpanKind, string>>> = {
  producer: 'messaging.publish',
  consumer: 'messaging.process',
};

/** Returns the category of a span, by its kind and the attributes that OpenTelemetry's conventions require. */
export function operationOf(kind: SpanKind, attributes: JsonObject): string {
  const has = (name: string, former: string): boolean =>
    attributes[name] !== undefined || attributes[former] !== undefined;
  if (has('http.request.method', 'http.method') && HTTP[kind] !== undefined) return HTTP[kind];
  if (has('db.system.name', 'db.system')) return 'db';
  if (has('rpc.system.name', 'rpc.system')) return 'rpc';
  if (attributes['messaging.system'] !== undefined && MESSAGING[kind] !== undefined) return MESSAGING[kind];
  return kind;
}
