import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail server that takes every message, unless it is told to refuse them. */
export interface MailServer {
  /** Value of `SMTP_URL`. */
  readonly url: string;
  /** Resolves to the next message that was not asked for yet, decoded, with its headers. */
  readonly next: () => Promise<string>;
  /** Messages that no test has read yet. */
  readonly waiting: () => number;
  /** Refuses every message from now on, or takes them again. */
  readonly refuse: (isRefusing: boolean) => void;
  readonly stop: () => void;
}

/** Starts a mail server on a port of its own: as much of SMTP as a client needs to deliver. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const waiters: ((mail: string) => void)[] = [];
  const sockets = new Set<Socket>();
  let isRefusing = false;
  const deliver = (mail: string): void => {
    const waiter = waiters.shift();
    if (waiter === undefined) mails.push(mail);
    else waiter(mail);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.write('220 test\r\n');
    let rest = '';
    let body: string[] | undefined;
    const onLine = (line: string): string | undefined => {
      if (body !== undefined) {
        if (line !== '.') return void body.push(line);
        deliver(decoded(body.join('\n')));
        body = undefined;
        return '250 taken';
      }
      if (isRefusing && /^rcpt/i.test(line)) return '451 try again later';
      if (/^data$/i.test(line)) {
        body = [];
        return '354 go on';
      }
      return /^quit$/i.test(line) ? '221 bye' : '250 ok';
    };
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const reply = onLine(line);
        if (reply !== undefined) socket.write(`${reply}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => {
      const mail = mails.shift();
      return mail === undefined ? new Promise((resolve) => waiters.push(resolve)) : Promise.resolve(mail);
    },
    waiting: () => mails.length,
    refuse: (value) => (isRefusing = value),
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Undoes quoted-printable. */
const decoded = (mail: string): string =>
  mail.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
