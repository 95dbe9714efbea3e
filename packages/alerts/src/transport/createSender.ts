import type { Mailer } from '@sluice/mail';
import { systemClock, type Clock } from '@sluice/runtime';
import { lookup } from 'node:dns/promises';
import type { AlertMessage } from '../alertMessage.js';
import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';
import type { Destination, RequestKind } from '../renderedRequest.js';
import { cutBytes } from '../text/cleanText.js';
import { parseAllowList } from './allowList.js';
import type { Resolve } from './checkedAddresses.js';
import { sendMail, type Recipient } from './sendMail.js';
import type { DeliveryProgress } from './sendParts.js';
import { sendRequests } from './sendRequests.js';
import { redactSecrets } from './redactSecrets.js';

/** Where one message goes. `members` are resolved to recipients before. */
export type SendTarget =
  | (Destination & { readonly kind: RequestKind })
  | { readonly kind: 'email'; readonly recipients: readonly Recipient[] };

/** What an attempt is part of. */
export interface AttemptContext {
  /** Default: nothing is settled, and nothing is stored. */
  readonly progress?: DeliveryProgress;
  /** Ends the attempt. */
  readonly signal?: AbortSignal | undefined;
}

/** What sending depends on. */
export interface SenderConfig {
  /** Addresses, CIDR blocks and `host:port` that may be private and without TLS. */
  readonly allowPrivate: readonly string[];
  /** Of one request; default: 15 seconds. */
  readonly timeoutMs?: number;
  /** `undefined`: no mail is sent. */
  readonly mailer: Mailer | undefined;
  /** What attempts to send mail report without a mailer; default: that no mail server is configured. */
  readonly noMailer?: string;
  readonly clock?: Clock;
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve;
}

/**
 * Makes one attempt. The outcome says whether to try again; `'stopped'` says that there is none, because `signal` or another attempt
 * ended this one. It throws only on defects. A repeated attempt sends the parts that are not settled, with the same bytes and ids except
 * for the time in the signature of a webhook.
 */
export type Sender = (
  target: SendTarget,
  message: AlertMessage,
  context?: AttemptContext,
) => Promise<DeliveryOutcome | 'stopped'>;

const TIMEOUT_MS = 15_000;
const NO_SERVER = 'no mail server is configured; set SMTP_URL';
const MOST_RESPONSE_BYTES = 1024;
const MOST_PROBLEM_BYTES = 4096;

const NO_PROGRESS: DeliveryProgress = { settled: {}, settle: () => Promise.resolve(true) };

/** Returns a sender that connects only to public addresses and those of `allowPrivate`. */
export function createSender(config: SenderConfig): Sender {
  const { allowPrivate, timeoutMs = TIMEOUT_MS, mailer, clock = systemClock, resolve = systemResolve } = config;
  const { noMailer = NO_SERVER } = config;
  const options = { allowList: parseAllowList(allowPrivate), timeoutMs, resolve };
  return async (target, message, { progress = NO_PROGRESS, signal } = {}) => {
    const startedMs = clock();
    const secrets = target.kind === 'email' ? {} : { ...target.secrets, topic: target.config.topic };
    const shown = (text: string, bytes: number): string => cutBytes(printable(redactSecrets(text, secrets)), bytes);
    const outcome =
      target.kind === 'email'
        ? await sendMail(target.recipients, message, { mailer, noMailer, progress, signal })
        : await sendRequests(target, message, { ...options, clock, progress, signal });
    if (outcome === 'stopped') return outcome;
    const { problem, response } = outcome;
    return {
      ...outcome,
      problem: problem === null ? null : shown(problem, MOST_PROBLEM_BYTES),
      response: shown(response, MOST_RESPONSE_BYTES),
      tookMs: Math.max(0, Math.round(clock() - startedMs)),
    };
  };
}

const systemResolve: Resolve = (host) => lookup(host, { all: true });

/** Characters that a terminal or a text column cannot take. */
const printable = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, ' ');
