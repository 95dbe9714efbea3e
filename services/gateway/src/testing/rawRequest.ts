import { connect } from 'node:net';

/** What came back on a raw connection. */
export interface RawReply {
  /** Everything the server sent. */
  readonly text: string;
  /** How the connection ended: closed in order, or reset. */
  readonly end: 'closed' | 'reset';
  /** Bytes that were written before the end. */
  readonly written: number;
}

/** What follows the head of a raw request. */
export interface RawBody {
  readonly chunk: Buffer;
  /** How often the chunk is written, for as long as the server takes it. */
  readonly times: number;
  /** Written at last. */
  readonly end?: string;
}

/** Writes a request as it stands and collects what comes back until the server ends the connection. */
export function rawRequest(port: number, head: string, body?: RawBody): Promise<RawReply> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let left = body?.times ?? 0;
    const pump = (): void => {
      while (body !== undefined && left > 0 && socket.writable) {
        left -= 1;
        const isTaken = socket.write(body.chunk);
        if (left === 0 && body.end !== undefined) socket.write(body.end);
        if (!isTaken) return;
      }
    };
    const settle = (end: RawReply['end']): void => {
      socket.destroy();
      resolve({ text, end, written: socket.bytesWritten });
    };
    socket.on('connect', () => {
      socket.write(head);
      pump();
    });
    socket.on('drain', pump);
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.on('end', () => settle('closed'));
    socket.on('error', () => settle('reset'));
  });
}
