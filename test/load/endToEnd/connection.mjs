// A minimal HTTP/1.1 client: one persistent connection, one request at a time, and only the features that a gateway's
// responses use. It costs a tenth of a general client, which matters if the generator shares its cores with the
// system under load.
import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
const ANSWER_MS = 10_000;

/**
 * @returns a connection whose `post(head, body)` resolves with `{ status, text }`, and rejects if there is no
 * response
 */
export function openConnection({ host = '127.0.0.1', port }) {
  let socket;
  let waiting;
  let received = '';

  const settle = (end) => {
    const { resolve, reject, timer } = waiting ?? {};
    waiting = undefined;
    received = '';
    clearTimeout(timer);
    if (end instanceof Error) reject?.(end);
    else resolve?.(end);
  };
  const lose = (from, error) => {
    if (from !== socket) return;
    socket = undefined;
    from.destroy();
    settle(error);
  };
  const open = () => {
    const opened = connect({ host, port, noDelay: true });
    opened.setEncoding('latin1');
    opened.on('data', (text) => {
      received += text;
      const answer = readAnswer(received);
      if (answer !== undefined) settle(answer);
    });
    opened.on('error', (error) => lose(opened, error));
    opened.on('close', () => lose(opened, new Error('the connection was closed')));
    return opened;
  };
  return {
    post: (head, body) =>
      new Promise((resolve, reject) => {
        socket ??= open();
        const target = socket;
        const timer = setTimeout(() => lose(target, new Error('no answer in time')), ANSWER_MS);
        waiting = { resolve, reject, timer };
        target.cork();
        target.write(`${head}content-length: ${body.length}${END_OF_HEAD}`, 'latin1');
        target.write(body);
        target.uncork();
      }),
    close: () => {
      const closing = socket;
      socket = undefined;
      closing?.destroy();
    },
  };
}

/** @returns {{ status: number, text: string } | undefined} the response once it is whole */
export function readAnswer(received) {
  const end = received.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  const from = end + END_OF_HEAD.length;
  if (received.length < from + length) return undefined;
  return { status: Number(head.slice(9, 12)), text: received.slice(from, from + length) };
}
