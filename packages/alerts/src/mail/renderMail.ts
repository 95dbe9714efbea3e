import type { Mail } from '@sluice/mail';
import { createHash } from 'node:crypto';
import type { AlertMessage } from '../alertMessage.js';
import { viewOf, type MessageView } from '../view/view.js';
import { sharedThreadKey } from '../templates/threadKey.js';
import { cutText } from '../text/cleanText.js';
import { safeUrl } from '../text/safeUrl.js';
import type { ConfirmLink } from './confirmLine.js';
import { mailHtml } from './mailHtml.js';
import { mailText } from './mailText.js';

/** What a mail depends on besides its message. */
export interface MailContext {
  /** Domain of the sender, for message ids. */
  readonly domain: string;
  /** Address that ends the mails to this recipient by a POST without a login; `undefined` if there is none. */
  readonly unsubscribeUrl?: string | undefined;
  readonly confirm?: ConfirmLink | undefined;
}

const LONGEST_SUBJECT = 150;

/**
 * Returns the mail of a message, but for its recipients. Mails about one subject refer to the same first message id, which no mail
 * has, so clients show them as one thread without knowledge of earlier mails; the subject line of an issue is the same in all of
 * them, because some clients require it. The id of a mail is that of the message: a repeated attempt is the same mail.
 */
export function renderMail(message: AlertMessage, { domain, unsubscribeUrl, confirm }: MailContext): Omit<Mail, 'to'> {
  const view = viewOf(message);
  const unsubscribe = safeUrl(unsubscribeUrl);
  const thread = sharedThreadKey(message);
  return {
    subject: cutText(subjectOf(view, thread !== undefined), LONGEST_SUBJECT),
    text: mailText(view, { unsubscribe, confirm }),
    html: mailHtml(view, { unsubscribe, confirm }),
    messageId: messageId(`delivery-${message.id}`, domain),
    ...(thread === undefined ? {} : { references: [messageId(`thread-${thread}`, domain)] }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe === undefined
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  };
}

function subjectOf({ place, items, headline }: MessageView, isThread: boolean): string {
  const [first] = items;
  return `[${place}] ${isThread && first?.isIssue === true ? first.title : headline}`;
}

/** A digest, because a key may contain text of events. */
const messageId = (key: string, domain: string): string =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${domain}>`;
