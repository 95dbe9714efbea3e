import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { RequestKind } from '../renderedRequest.js';
import { platformProblem, type SeenRequest } from './platformProblem.js';

/** An answer of a platform. */
export interface PlatformAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, or what becomes JSON. */
  readonly body: unknown;
}

/** A request that a double received. */
export interface ReceivedRequest extends SeenRequest {
  readonly json: unknown;
  readonly answer: PlatformAnswer;
}

/** A platform that accepts and refuses what the real one does, as far as its documentation says. */
export interface PlatformDouble {
  readonly kind: RequestKind;
  /** Handler of an HTTP server. */
  readonly listener: RequestListener;
  /** All requests, in order, with their answers. */
  readonly received: readonly ReceivedRequest[];
  /** Sets what the next requests are answered, one each, without a check. */
  readonly answerNext: (...answers: readonly PlatformAnswer[]) => void;
}

const ACCEPTED: Readonly<Record<RequestKind, PlatformAnswer>> = {
  webhook: { status: 204, body: '' },
  slack: { status: 200, body: 'ok' },
  discord: { status: 200, body: { id: '1', type: 0 } },
  teams: { status: 202, body: '' },
  telegram: { status: 200, body: { ok: true, result: { message_id: 1 } } },
  mattermost: { status: 200, body: 'ok' },
  ntfy: { status: 200, body: { id: 'a', event: 'message' } },
  google_chat: { status: 200, body: { name: 'spaces/S/messages/M' } },
  pagerduty: { status: 202, body: { status: 'success', message: 'Event processed' } },
  opsgenie: { status: 202, body: { result: 'Request will be processed', requestId: 'r' } },
};

/** How each platform words that it refuses a body. */
const REFUSED: Readonly<Record<RequestKind, (problem: string) => unknown>> = {
  webhook: (problem) => ({ error: problem }),
  slack: (problem) => `invalid_blocks: ${problem}`,
  discord: (problem) => ({ code: 50035, message: `Invalid Form Body: ${problem}` }),
  teams: (problem) => ({ error: { code: 'InvalidRequestContent', message: problem } }),
  telegram: (problem) => ({ ok: false, error_code: 400, description: `Bad Request: ${problem}` }),
  mattermost: (problem) => ({ id: 'web.incoming_webhook.parse.app_error', message: problem, status_code: 400 }),
  ntfy: (problem) => ({ code: 40000, http: 400, error: problem }),
  google_chat: (problem) => ({ error: { code: 400, status: 'INVALID_ARGUMENT', message: problem } }),
  pagerduty: (problem) => ({ status: 'invalid event', message: 'Event object is invalid', errors: [problem] }),
  opsgenie: (problem) => ({ message: problem, took: 0.001 }),
};

/**
 * Returns a double that answers 400 to a body that breaks a rule of the platform, and records everything.
 * @param signingSecret webhooks only: the signature must be valid for it, else the answer is 401
 */
export function createPlatformDouble(
  kind: RequestKind,
  { signingSecret }: { readonly signingSecret?: string } = {},
): PlatformDouble {
  const received: ReceivedRequest[] = [];
  const planned: PlatformAnswer[] = [];
  const answerTo = (seen: SeenRequest): PlatformAnswer => {
    const next = planned.shift();
    if (next !== undefined) return next;
    if (kind === 'webhook' && signingSecret !== undefined && !isSigned(seen, signingSecret))
      return { status: 401, body: { error: 'invalid signature' } };
    const problem = platformProblem(kind, seen);
    return problem === undefined ? ACCEPTED[kind] : { status: 400, body: REFUSED[kind](problem) };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const seen = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    const answer = answerTo(seen);
    received.push({ ...seen, json: parsed(seen.body), answer });
    const isText = typeof answer.body === 'string';
    const type = { 'content-type': isText ? 'text/plain' : 'application/json' };
    response.writeHead(answer.status, { ...type, ...answer.headers });
    response.end(isText ? answer.body : JSON.stringify(answer.body));
  };
  return {
    kind,
    received,
    answerNext: (...answers) => void planned.push(...answers),
    listener: (request, response) => {
      handle(request, response).catch(() => response.destroy());
    },
  };
}

function isSigned({ headers, body }: SeenRequest, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
