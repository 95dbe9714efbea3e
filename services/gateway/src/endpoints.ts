import { OTLP_PREFLIGHT_HEADERS, adaptToOtlp, ingestOtlp, parseOtlpTarget } from './foreign/ingestOtlp.js';
import { SENTRY_PREFLIGHT_HEADERS, adaptToSentry, ingestSentry, parseSentryTarget } from './foreign/ingestSentry.js';
import { PREFLIGHT_HEADERS, type Answer, type HttpAnswer } from './http/answer.js';
import { ingestBatch, type IngestDeps } from './ingestBatch.js';
import type { IngestRequest } from './receiveBatch.js';

/** An endpoint that takes events. */
export interface IngestEndpoint {
  /** Name of the spans of its requests. */
  readonly name: string;
  readonly preflightHeaders: Readonly<Record<string, string>>;
  /** @param onIdentified called as soon as the id of a batch is known */
  readonly ingest: (
    ingest: IngestRequest,
    deps: IngestDeps,
    onIdentified: (batchId: string) => void,
  ) => Promise<Answer>;
  /** Brings a response into the form that the clients of the endpoint read. */
  readonly adapt?: (answer: HttpAnswer, request: IngestRequest['request']) => HttpAnswer;
}

const ENVELOPE: IngestEndpoint = {
  name: 'POST /api/envelope',
  preflightHeaders: PREFLIGHT_HEADERS,
  ingest: ingestBatch,
};

/** Matches a path, or an absolute URL as proxies send it (RFC 9112, absolute-form). */
const ENVELOPE_TARGET = /^(?:[hH][tT][tT][pP][sS]?:\/\/[^/?#]*)?\/api\/envelope\/?(?:\?|$)/;

/** Returns the endpoint that a request's target names, if it takes events. */
export function findEndpoint(target: string): IngestEndpoint | undefined {
  if (ENVELOPE_TARGET.test(target)) return ENVELOPE;
  const sentry = parseSentryTarget(target);
  if (sentry !== undefined) {
    return {
      name: `POST /api/{project}/${sentry.kind}/`,
      preflightHeaders: SENTRY_PREFLIGHT_HEADERS,
      ingest: (ingest, deps, onIdentified) => ingestSentry(ingest, deps, sentry, onIdentified),
      adapt: adaptToSentry,
    };
  }
  const signal = parseOtlpTarget(target);
  if (signal === undefined) return undefined;
  return {
    name: `POST /v1/${signal}`,
    preflightHeaders: OTLP_PREFLIGHT_HEADERS,
    ingest: (ingest, deps, onIdentified) => ingestOtlp(ingest, deps, signal, onIdentified),
    adapt: adaptToOtlp,
  };
}
