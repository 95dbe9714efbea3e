import { MailFailedError, type Mailer } from '@sluice/mail';
import { TimeoutError, withTimeout } from '@sluice/runtime';
import type { AlertMessage } from '../alertMessage.js';
import { renderMail } from '../mail/renderMail.js';
import type { DeliveryResult } from './deliveryResult.js';

/** Recipients of a mail. */
export interface Recipients {
  readonly addresses: readonly string[];
  readonly unsubscribeUrl: string | undefined;
}

/** A mail server may take longer than a web server: each step of the protocol has a timeout of its own. */
const TIMEOUT_MS = 45_000;

type Outcome = Omit<DeliveryResult, 'tookMs'>;

/** Mails a message. A refusal of one of several recipients is a problem, but the message is sent. */
export async function deliverMail(
  mailer: Mailer | undefined,
  { addresses, unsubscribeUrl }: Recipients,
  message: AlertMessage,
): Promise<Outcome> {
  // A setting, so that what waits goes out once an operator has corrected it.
  if (mailer === undefined) return failed('no mail server is configured; set SMTP_URL');
  const mail = renderMail(message, { domain: mailer.domain, unsubscribeUrl });
  try {
    const { response, rejected } = await withTimeout(mailer.send({ ...mail, to: addresses }), TIMEOUT_MS);
    const problem = rejected.length === 0 ? null : `the mail server refused ${rejected.join(', ')}`;
    return { result: 'sent', status: 250, problem, response };
  } catch (err) {
    if (err instanceof TimeoutError) return failed('the mail server did not answer in time');
    if (!(err instanceof MailFailedError)) throw err;
    const { isPermanent, status, response } = err.details;
    const answer = { status: status ?? null, problem: err.message, response };
    return isPermanent ? { result: 'dead', scope: 'destination', ...answer } : { result: 'retry', ...answer };
  }
}

const failed = (problem: string): Outcome => ({ result: 'retry', status: null, problem, response: '' });
