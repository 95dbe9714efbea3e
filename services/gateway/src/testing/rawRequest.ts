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

/**
 * Writes `head`, then `chunk` again and again (up to `times`) for as long as the server takes it, and collects what comes
 * back until the server ends the connection.
 */
export function rawRequest(port: number, head: string, chunk: Buffer = Buffer.alloc(0), times = 0): Promise<RawReply> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let left = times;
    const pump = (): void => {
      while (left > 0 && socket.writable) {
        left -= 1;
        if (!socket.write(chunk)) return;
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
