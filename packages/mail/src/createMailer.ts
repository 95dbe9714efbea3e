import { createTransport } from 'nodemailer';
import { toMailFailedError } from './mailFailedError.js';

/** A message. */
export interface Mail {
  /** One address, or several that see each other. */
  readonly to: string | readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same in HTML. */
  readonly html?: string;
  /** More headers. Line breaks in values become spaces. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `Message-ID` with its angle brackets; default: a random one. */
  readonly messageId?: string;
  /** Ids of the thread that the message continues, the oldest first; the last is its `In-Reply-To`. */
  readonly references?: readonly string[];
}

/** What the server answered to a message that it took. */
export interface SentMail {
  readonly response: string;
  /** Recipients that the server refused. At least one was accepted. */
  readonly rejected: readonly string[];
}

/** Sends mail. */
export interface Mailer {
  /** Domain of the sender, for message ids. */
  readonly domain: string;
  /** Resolves when the server has taken the message for at least one recipient. @throws MailFailedError */
  readonly send: (mail: Mail) => Promise<SentMail>;
  readonly close: () => void;
}

/** Where mail goes. */
interface MailConfig {
  /** `smtp://user:password@host:port` or `smtps://…`; empty: no server. */
  readonly url: string;
  /** `name <address>` or an address. */
  readonly from: string;
}

/** Milliseconds of each step of a delivery. */
const TIMEOUT_MS = 10_000;

/** Returns a mailer that keeps up to two connections; `undefined` if no server is configured. */
export function createMailer({ url, from }: MailConfig): Mailer | undefined {
  if (url === '') return undefined;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // No part of a message is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    domain: domainOf(from),
    send: async ({ to, headers = {}, references = [], ...mail }) => {
      const addresses = typeof to === 'string' ? [to] : to;
      const thread = references.length === 0 ? {} : { references: [...references], inReplyTo: references.at(-1) ?? '' };
      // Address objects instead of a header text: nothing in them is parsed as a list of recipients.
      const recipients = addresses.map((address) => ({ name: '', address }));
      const message = { from, to: recipients, headers: { ...headers }, ...thread, ...mail };
      const sent = await transport.sendMail(message).catch((err: unknown) => {
        throw toMailFailedError(err);
      });
      return { response: sent.response, rejected: sent.rejected.map(addressText) };
    },
    close: () => {
      transport.close();
    },
  };
}

const addressText = (address: string | { readonly address: string }): string =>
  typeof address === 'string' ? address : address.address;

/** A domain that does not exist if the sender has none. */
const domainOf = (from: string): string => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'sluice.invalid';
