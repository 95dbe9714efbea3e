import { MailFailedError, type Mailer } from '@sluice/mail';
import { TimeoutError, withTimeout } from '@sluice/runtime';
import type { AlertMessage } from '../alertMessage.js';
import type { ConfirmLink } from '../mail/confirmLine.js';
import { renderMail } from '../mail/renderMail.js';
import { sendParts, type DeliveryProgress, type Outcome, type PartOutcome } from './sendParts.js';
import { untilAborted } from './untilAborted.js';

/** A recipient of a mail. */
export interface Recipient {
  /** Identifies the recipient in the progress of the delivery; the same in each attempt. */
  readonly key: string;
  readonly address: string;
  /** Address that ends the mails to this recipient. */
  readonly unsubscribeUrl?: string | undefined;
  /** How the recipient confirms to keep getting mails after a date. */
  readonly confirm?: ConfirmLink;
}

interface MailContext {
  /** `undefined`: no mail is sent. */
  readonly mailer: Mailer | undefined;
  /** Why there is no mailer, and what to set. */
  readonly noMailer: string;
  readonly progress: DeliveryProgress;
  readonly signal: AbortSignal | undefined;
}

/** A mail server may take longer than a web server: each step of the protocol has a timeout of its own. */
const TIMEOUT_MS = 45_000;

/**
 * Mails a message to each recipient who has not got it. A refused or deferred address does not delay the others. The destination is
 * dead if the server refused each address permanently; a refusal because of the content concerns this message only.
 */
export async function sendMail(
  recipients: readonly Recipient[],
  message: AlertMessage,
  { mailer, noMailer, progress, signal }: MailContext,
): Promise<Outcome | 'stopped'> {
  // `retry`: an operator can correct the setting, and the message is sent then.
  if (mailer === undefined) return failed(noMailer);
  const parts = recipients.map((recipient) => ({
    key: recipient.key,
    send: () => mailOne(mailer, recipient, { message, signal }),
  }));
  return sendParts(parts, { progress, signal });
}

async function mailOne(
  mailer: Mailer,
  { address, unsubscribeUrl, confirm }: Recipient,
  { message, signal }: { readonly message: AlertMessage; readonly signal: AbortSignal | undefined },
): Promise<PartOutcome | 'stopped'> {
  const mail = renderMail(message, { domain: mailer.domain, unsubscribeUrl, confirm });
  try {
    const sending = withTimeout(mailer.send({ ...mail, to: address }), TIMEOUT_MS);
    const { response } = await untilAborted(sending, signal);
    return { result: 'sent', status: 250, problem: null, response, isForAll: false };
  } catch (err) {
    if (signal?.aborted === true) return 'stopped';
    if (err instanceof TimeoutError) return { ...failed('the mail server did not answer in time'), isForAll: true };
    if (!(err instanceof MailFailedError)) throw err;
    const { isPermanent, isAboutMail, isAboutRecipient, status, response } = err.details;
    const problem = isAboutMail ? `${address}: ${err.message}` : err.message;
    const answer = { status: status ?? null, problem, response, isForAll: !isAboutMail };
    const scope = isAboutRecipient ? 'destination' : 'message';
    return isPermanent ? { result: 'dead', scope, ...answer } : { result: 'retry', ...answer };
  }
}

const failed = (problem: string): Outcome => ({ result: 'retry', status: null, problem, response: '' });
