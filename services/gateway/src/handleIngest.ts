import type { Logger, Tracing } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IngestEndpoint } from './endpoints.js';
import type { GatewayMetrics } from './gatewayMetrics.js';
import { Rejection, sendAnswer, type Answer } from './http/answer.js';
import type { IngestDeps } from './ingestBatch.js';
import type { IngestRequest } from './receiveBatch.js';

/** Dependencies of the ingest endpoints. */
export interface EndpointDeps extends IngestDeps {
  readonly metrics: GatewayMetrics;
  readonly tracing: Tracing;
  readonly logger: Logger;
}

const WRONG_METHOD = new Rejection(405, 'method_not_allowed', 'Allowed methods: POST, OPTIONS.', {
  allow: 'POST, OPTIONS',
});
const BUG = new Rejection(500, 'internal', 'The gateway failed to handle the request; its log has the error.');

/** Handles a request to an ingest endpoint (protocol 4.1, 4.7 and 4.8), directly on `node:http`. Never rejects. */
export async function handleIngest(
  endpoint: IngestEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
  deps: EndpointDeps,
): Promise<void> {
  // Without a listener, a client that closes its connection would end the process.
  request.on('error', () => undefined);
  const began = performance.now();
  const trace = request.method === 'POST' ? deps.tracing.sample(endpoint.name) : undefined;
  const answer = await answerRequest(endpoint, { request, response, trace }, deps);
  const status = answer === 'hang_up' ? answer : answer.status;
  deps.metrics.observeAnswer(status, performance.now() - began);
  trace?.end({ 'http.response.status_code': status });
  if (answer === 'hang_up') request.socket.destroy();
  else sendAnswer(request, response, endpoint.adapt?.(answer, request) ?? answer);
}

async function answerRequest(endpoint: IngestEndpoint, ingest: IngestRequest, deps: EndpointDeps): Promise<Answer> {
  const { method } = ingest.request;
  if (method === 'OPTIONS') return { status: 204, headers: endpoint.preflightHeaders, body: '' };
  if (method !== 'POST') return WRONG_METHOD;
  let batch: string | undefined;
  try {
    return await endpoint.ingest(ingest, deps, (batchId) => void (batch = batchId));
  } catch (error) {
    deps.logger.error({ batch, err: error }, 'request failed');
    return BUG;
  }
}
