import type { Logger, TraceSpan, Tracing } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayMetrics } from './gatewayMetrics.js';
import { PREFLIGHT_HEADERS, Rejection, sendAnswer, type Answer, type HttpAnswer } from './http/answer.js';
import { ingestBatch, type IngestDeps } from './ingestBatch.js';

/** Dependencies of the ingest endpoint. */
export interface EnvelopeDeps extends IngestDeps {
  readonly metrics: GatewayMetrics;
  readonly tracing: Tracing;
  readonly logger: Logger;
}

const PREFLIGHT: HttpAnswer = { status: 204, headers: PREFLIGHT_HEADERS, body: '' };
const WRONG_METHOD = new Rejection(405, 'method_not_allowed', 'Allowed methods: POST, OPTIONS.', {
  allow: 'POST, OPTIONS',
});
const BUG = new Rejection(500, 'internal', 'The gateway failed to handle the request; its log has the error.');

/** Handles a request to `/api/envelope` (protocol 4.1), directly on `node:http`. Never rejects. */
export async function handleEnvelope(
  request: IncomingMessage,
  response: ServerResponse,
  deps: EnvelopeDeps,
): Promise<void> {
  // Without a listener, a client that closes its connection would end the process.
  request.on('error', () => undefined);
  const began = performance.now();
  const trace = request.method === 'POST' ? deps.tracing.sample('POST /api/envelope') : undefined;
  const answer = await answerRequest({ request, response, trace }, deps);
  const status = answer === 'hang_up' ? answer : answer.status;
  deps.metrics.observeAnswer(status, performance.now() - began);
  trace?.end({ 'http.response.status_code': status });
  if (answer === 'hang_up') request.socket.destroy();
  else sendAnswer(request, response, answer);
}

/** A request with its response and, if it is traced, its span. */
interface EnvelopeRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly trace: TraceSpan | undefined;
}

async function answerRequest({ request, response, trace }: EnvelopeRequest, deps: EnvelopeDeps): Promise<Answer> {
  if (request.method === 'OPTIONS') return PREFLIGHT;
  if (request.method !== 'POST') return WRONG_METHOD;
  let batch: string | undefined;
  const onIdentified = (batchId: string): void => void (batch = batchId);
  try {
    return await ingestBatch(request, response, deps, { trace, onIdentified });
  } catch (error) {
    deps.logger.error({ batch, err: error }, 'request failed');
    return BUG;
  }
}
