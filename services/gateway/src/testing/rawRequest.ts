import { connect } from 'node:net';

/** Result of a raw connection. */
export interface RawReply {
  /** Everything the server sent. */
  readonly text: string;
  /** Whether the connection was closed or reset. */
  readonly end: 'closed' | 'reset';
  /** Bytes that were written before the end. */
  readonly written: number;
}

/** Body of a raw request. */
export interface RawBody {
  readonly chunk: Buffer;
  /** Number of times that the chunk is written, while the server reads. */
  readonly times: number;
  /** Written after the chunks. */
  readonly end?: string;
}

/** Writes a raw request. Resolves with everything that was received until the server ends the connection. */
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
