import { peerAddress, sendContinue, type Logger } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerRefusal, type Answer, type HttpAnswer, Refusal } from '../answer.js';
import type { GatewayMetrics } from '../gatewayMetrics.js';
import type { BufferBudget, MemoryAccount } from './bufferBudget.js';
import { PREFLIGHT_HEADERS } from './commonHeaders.js';
import type { IngestRequest } from './ingestRequest.js';
import { readBody, type BodyLimits } from './readBody.js';
import { sendAnswer } from './sendAnswer.js';

/** What the endpoint needs. */
export interface EnvelopeDeps {
  readonly ingest: (request: IngestRequest) => Promise<Answer>;
  readonly limits: BodyLimits;
  readonly budget: BufferBudget;
  readonly metrics: Pick<GatewayMetrics, 'countAnswer'>;
  readonly logger: Logger;
  readonly isStopping: () => boolean;
}

const PREFLIGHT: HttpAnswer = { status: 204, headers: PREFLIGHT_HEADERS, body: '' };
const WRONG_METHOD = answerRefusal(
  new Refusal(405, 'method_not_allowed', 'Allowed methods: POST, OPTIONS.', { allow: 'POST, OPTIONS' }),
);
const BUG = answerRefusal(
  new Refusal(500, 'internal', 'The gateway failed to handle the request; its log has the error.'),
);

/** The target of a request: its path, or a whole address as proxies send it (RFC 9112, absolute-form). */
const ENVELOPE_TARGET = /^(?:[hH][tT][tT][pP][sS]?:\/\/[^/?#]*)?\/api\/envelope\/?(?:\?|$)/;

/** Whether a request's target is the ingest endpoint. */
export const isEnvelopePath = (target: string): boolean => ENVELOPE_TARGET.test(target);

/** `POST /api/envelope` (protocol 4.1), straight on `node:http`. */
export function createEnvelopeHandler(
  deps: EnvelopeDeps,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    // Without a listener a client that goes away would end the process.
    request.on('error', () => undefined);
    const answer = await answerOf(request, response, deps);
    deps.metrics.countAnswer(answer === 'hang_up' ? answer : answer.status);
    if (answer === 'hang_up') request.socket.destroy();
    else sendAnswer(request, response, answer, deps.isStopping());
  };
}

async function answerOf(request: IncomingMessage, response: ServerResponse, deps: EnvelopeDeps): Promise<Answer> {
  const { budget, limits } = deps;
  // One at most, opened when the body is read.
  const accounts: MemoryAccount[] = [];
  if (request.method === 'OPTIONS') return PREFLIGHT;
  if (request.method !== 'POST') return WRONG_METHOD;
  try {
    return await deps.ingest({
      url: request.url ?? '',
      headers: request.headers,
      peer: peerAddress(request.socket),
      readBody: (coding, owner) => {
        sendContinue(request, response);
        const memory = budget.open(owner);
        accounts.push(memory);
        return readBody(request, { coding, limits, memory, isTight: budget.isTight });
      },
      reserveMemory: (bytes) => accounts[0]?.acquire(bytes) === true,
    });
  } catch (error) {
    deps.logger.error({ err: error }, 'request failed');
    return BUG;
  } finally {
    for (const account of accounts) account.close();
  }
}
