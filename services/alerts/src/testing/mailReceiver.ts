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
  /** Refuses an address with a code from now on; `undefined`: accepts it again. */
  readonly refuse: (address: string, code: number | undefined) => void;
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port. */
export async function startMailReceiver(): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  const refused = new Map<string, number | undefined>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = refused.get(address);
      done(responseCode === undefined ? undefined : Object.assign(new Error('no mailbox'), { responseCode }));
    },
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
    refuse: (address, code) => void refused.set(address, code),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
