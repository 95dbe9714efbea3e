import type { Link } from '@sluice/db';
import { createTransport } from 'nodemailer';
import { linkUrl } from '../links/linkUrl.js';

/** A message in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. */
export interface Mailer {
  /**
   * Returns the address of a link for a mail. It never comes from a request: whoever asks for a mail to someone else would choose
   * the host that gets the token.
   */
  readonly linkUrl: (purpose: Link['purpose'], secret: string) => string;
  readonly send: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}

/** Milliseconds of each step of a delivery. */
const TIMEOUT_MS = 10_000;

/** Where mail goes, and where its links lead. */
interface MailConfig {
  /** `smtp://user:password@host:port` or `smtps://…`; empty: no server. */
  readonly url: string;
  readonly from: string;
  /** The setting `PUBLIC_URL`. */
  readonly publicUrl: string | undefined;
}

/** Returns a mailer; `undefined` if no server or no public address is configured. */
export function createMailer({ url, from, publicUrl }: MailConfig): Mailer | undefined {
  if (url === '' || publicUrl === undefined) return undefined;
  const baseUrl = publicUrl.replace(/\/+$/, '');
  const transport = createTransport({
    ...{ url, pool: true, maxConnections: 2 },
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  });
  return {
    linkUrl: (purpose, secret) => linkUrl(baseUrl, purpose, secret),
    // An address object instead of a header text: nothing in it is parsed as a list of recipients.
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    close: () => {
      transport.close();
    },
  };
}
