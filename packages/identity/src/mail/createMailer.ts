import { createTransport } from 'nodemailer';

/** A message in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}

/** Milliseconds of each step of a delivery. */
const TIMEOUT_MS = 10_000;

/** Returns a mailer; `undefined` if no server is configured. @param url `smtp://user:password@host:port` or `smtps://…` */
export function createMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer | undefined {
  if (url === '') return undefined;
  const transport = createTransport({
    ...{ url, pool: true, maxConnections: 2 },
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  });
  return {
    // An address object instead of a header text: nothing in it is parsed as a list of recipients.
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    close: () => {
      transport.close();
    },
  };
}
