import type { Clock } from '@sluice/runtime';
import { createHash } from 'node:crypto';
import type { AlertMessage } from '../alertMessage.js';
import { render } from '../render.js';
import type { Destination, RenderedRequest, RequestKind } from '../renderedRequest.js';
import { classifyAnswer } from './classifyAnswer.js';
import { sendParts, type DeliveryProgress, type Outcome, type PartOutcome } from './sendParts.js';
import { RequestRefusedError } from './requestRefusedError.js';
import { ABORTED, sendRequest, type SendOptions } from './sendRequest.js';
import { signWebhook } from './signWebhook.js';

interface RequestsContext extends SendOptions {
  readonly clock: Clock;
  readonly progress: DeliveryProgress;
}

/** Sends the requests of a message in order, up to the first that must be repeated. */
export function sendRequests(
  destination: Destination & { readonly kind: RequestKind },
  message: AlertMessage,
  context: RequestsContext,
): Promise<Outcome | 'stopped'> {
  const parts = render(destination, message).map((request) => ({
    key: keyOf(request),
    send: () => {
      const about = { id: message.id, nowMs: context.clock() };
      return sendSigned(destination, signed(request, destination, about), context);
    },
  }));
  const { progress, signal } = context;
  return sendParts(parts, { progress, signal });
}

/** A digest, because bodies contain tokens. */
const keyOf = ({ url, body }: RenderedRequest): string =>
  createHash('sha256').update(`${url}\n${body}`).digest('hex').slice(0, 32);

function signed(
  request: RenderedRequest,
  { kind, secrets }: Destination,
  about: { readonly id: string; readonly nowMs: number },
): RenderedRequest {
  const { signingSecrets = [] } = secrets;
  if (kind !== 'webhook' || signingSecrets.length === 0) return request;
  return { ...request, headers: { ...request.headers, ...signWebhook(request.body, signingSecrets, about) } };
}

async function sendSigned(
  { kind }: { readonly kind: RequestKind },
  request: RenderedRequest,
  options: RequestsContext,
): Promise<PartOutcome | 'stopped'> {
  try {
    const answer = await sendRequest(request, options);
    const classified = classifyAnswer(kind, answer, options.clock());
    const { status, body: response } = answer;
    if (classified.result === 'sent') return { result: 'sent', status, problem: null, response, isForAll: false };
    const failed = { status, problem: `the receiver answered ${status}`, response };
    if (classified.result === 'dead') return { ...classified, ...failed, isForAll: classified.scope === 'destination' };
    const { retryAfterMs } = classified;
    return { result: 'retry', ...failed, isForAll: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  } catch (err) {
    const problem = problemOf(err);
    if (options.signal?.aborted === true) return 'stopped';
    const failed = { status: null, problem, response: '' };
    const scope = err instanceof RequestRefusedError ? err.scope : undefined;
    if (scope !== undefined) return { result: 'dead', scope, ...failed, isForAll: false };
    return { result: 'retry', ...failed, isForAll: true };
  }
}

/** Names of failures only: messages of errors contain addresses. A refused address may be a name server that recovers. */
function problemOf(err: unknown): string {
  if (err instanceof RequestRefusedError) return `nothing was sent: ${err.message}`;
  // Failures of resolving, connecting, TLS and HTTP all have a code.
  const { code } = (err ?? {}) as { readonly code?: unknown };
  if (typeof code !== 'string') throw err;
  return code === ABORTED ? 'no answer in time' : `the request failed: ${code}`;
}
