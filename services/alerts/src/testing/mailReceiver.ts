import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that a server took. */
interface ReceivedMail {
  readonly to: readonly string[];
  /** Headers and body as sent. */
  readonly raw: string;
}

/** A mail server on the loopback interface. */
export interface MailReceiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: ReceivedMail[];
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port. */
export async function startMailReceiver(): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
