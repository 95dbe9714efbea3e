import type { Mailer } from '@sluice/mail';
import { systemClock, type Clock } from '@sluice/runtime';
import { lookup } from 'node:dns/promises';
import type { AlertMessage } from '../alertMessage.js';
import { render } from '../render.js';
import type { Destination, RenderedRequest, RequestKind } from '../renderedRequest.js';
import { cutBytes } from '../text/cleanText.js';
import { parseAllowList } from './allowList.js';
import type { Resolve } from './checkedAddresses.js';
import { classifyAnswer } from './classifyAnswer.js';
import { deliverMail } from './deliverMail.js';
import type { DeliveryResult } from './deliveryResult.js';
import { redactSecrets } from './redactSecrets.js';
import { RequestRefusedError } from './requestRefusedError.js';
import { ABORTED, sendRequest, type SendOptions } from './sendRequest.js';
import { signWebhook } from './signWebhook.js';

/** A destination to which one message goes. `members` are resolved to mails before. */
export type DeliveryTarget = Destination & {
  readonly kind: RequestKind | 'email';
  /** `email`: address that ends the mails to these recipients. */
  readonly unsubscribeUrl?: string | undefined;
};

/** What delivery depends on. */
export interface DeliveryConfig {
  /** Addresses, CIDR blocks and `host:port` that may be private and without TLS. */
  readonly allowPrivate: readonly string[];
  /** Of one request; default: 15 seconds. */
  readonly timeoutMs?: number;
  /** `undefined`: no mail server is configured. */
  readonly mailer: Mailer | undefined;
  readonly clock?: Clock;
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve;
}

/** Sends messages. */
export interface Delivery {
  /**
   * Makes one attempt. The result says whether to try again; it throws only for defects. Repeating an attempt sends the same bytes
   * with the same ids, but for the time in the signature of a webhook.
   */
  readonly deliver: (target: DeliveryTarget, message: AlertMessage) => Promise<DeliveryResult>;
}

const TIMEOUT_MS = 15_000;
const MOST_RESPONSE_BYTES = 1024;

/** Returns a delivery that connects only to public addresses and those of `allowPrivate`. */
export function createDelivery(config: DeliveryConfig): Delivery {
  const { allowPrivate, timeoutMs = TIMEOUT_MS, mailer, clock = systemClock, resolve = systemResolve } = config;
  const options = { allowList: parseAllowList(allowPrivate), timeoutMs, resolve };
  return {
    deliver: async (target, message) => {
      const startedMs = clock();
      const { kind, secrets } = target;
      const { addresses = [] } = target.config;
      const outcome =
        kind === 'email'
          ? await deliverMail(mailer, { addresses, unsubscribeUrl: target.unsubscribeUrl }, message)
          : await deliverRequests({ ...target, kind }, message, { ...options, clock });
      const { problem, response, ...rest } = outcome;
      return {
        ...rest,
        problem: problem === null ? null : redactSecrets(problem, secrets),
        response: cutBytes(printable(redactSecrets(response, secrets)), MOST_RESPONSE_BYTES),
        tookMs: Math.max(0, Math.round(clock() - startedMs)),
      };
    },
  };
}

const systemResolve: Resolve = (host) => lookup(host, { all: true });

/** What neither a terminal nor a column of text can take. */
const printable = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, ' ');

type Outcome = Omit<DeliveryResult, 'tookMs'>;
type HttpOptions = SendOptions & { readonly clock: Clock };

/** Sends the requests of a message in order, up to the first that is not accepted. */
async function deliverRequests(
  destination: Destination & { readonly kind: RequestKind },
  message: AlertMessage,
  options: HttpOptions,
): Promise<Outcome> {
  let last: Outcome = { result: 'sent', status: null, problem: null, response: '' };
  for (const request of render(destination, message)) {
    last = await deliverRequest(
      destination,
      signed(request, destination, { id: message.id, nowMs: options.clock() }),
      options,
    );
    if (last.result !== 'sent') break;
  }
  return last;
}

function signed(
  request: RenderedRequest,
  { kind, secrets }: Destination,
  about: { readonly id: string; readonly nowMs: number },
): RenderedRequest {
  const { signingSecrets = [] } = secrets;
  if (kind !== 'webhook' || signingSecrets.length === 0) return request;
  return { ...request, headers: { ...request.headers, ...signWebhook(request.body, signingSecrets, about) } };
}

async function deliverRequest(
  { kind }: { readonly kind: RequestKind },
  request: RenderedRequest,
  options: HttpOptions,
): Promise<Outcome> {
  try {
    const answer = await sendRequest(request, options);
    const classified = classifyAnswer(kind, answer, options.clock());
    const { status, body: response } = answer;
    if (classified.result === 'sent') return { result: 'sent', status, problem: null, response };
    const problem = `the receiver answered ${status}`;
    if (classified.result === 'dead') return { ...classified, status, problem, response };
    const { retryAfterMs } = classified;
    return { result: 'retry', status, problem, response, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  } catch (err) {
    return { result: 'retry', status: null, problem: problemOf(err), response: '' };
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
