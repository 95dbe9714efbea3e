import type { Link } from '../sql/links.js';
import { createMailer, type Mailer } from '@sluice/mail';
import { linkUrl } from '../links/linkUrl.js';

/** Sends mails with links. */
export interface AccountMailer extends Pick<Mailer, 'send' | 'close'> {
  /**
   * Returns the address of a link for a mail. It never comes from a request: whoever asks for a mail to someone else would choose
   * the host that gets the token.
   */
  readonly linkUrl: (purpose: Link['purpose'], secret: string) => string;
}

/** Where mail goes, and where its links lead. */
interface AccountMailConfig {
  /** The setting `SMTP_URL`; empty: no server. */
  readonly url: string;
  readonly from: string;
  /** The setting `PUBLIC_URL`. */
  readonly publicUrl: string | undefined;
}

/** Returns a mailer; `undefined` if no server or no public address is configured. */
export function createAccountMailer({ url, from, publicUrl }: AccountMailConfig): AccountMailer | undefined {
  if (url === '' || publicUrl === undefined) return undefined;
  const mailer = createMailer({ url, from });
  if (mailer === undefined) return undefined;
  const baseUrl = publicUrl.replace(/\/+$/, '');
  return { ...mailer, linkUrl: (purpose, secret) => linkUrl(baseUrl, purpose, secret) };
}
