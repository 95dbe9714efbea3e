import { waitFor } from '@sluice/testkit';
import { connect, type Socket } from 'node:net';

/** A connection that sends bytes in steps and records the responses. */
export interface Conversation {
  readonly say: (bytes: string | Uint8Array) => void;
  /** Resolves with the received bytes up to the pattern. */
  readonly hear: (pattern: RegExp) => Promise<string>;
  /** Resolves when the other side has ended the connection, with all that was heard. */
  readonly ended: () => Promise<string>;
  /** Goes away without a word. */
  readonly leave: () => void;
}

/** Connects to a port of this machine. */
export function converse(port: number): Conversation {
  const socket: Socket = connect(port, '127.0.0.1');
  let heard = '';
  let isOver = false;
  socket.on('data', (data) => (heard += data.toString()));
  socket.on('error', () => undefined).on('close', () => (isOver = true));
  socket.on('end', () => (isOver = true));
  return {
    say: (bytes) => void socket.write(bytes),
    hear: async (pattern) => {
      await waitFor(() => pattern.test(heard), { what: `${String(pattern)} in ${heard}` });
      return heard;
    },
    ended: async () => {
      await waitFor(() => isOver, { what: 'the end of the connection' });
      return heard;
    },
    leave: () => socket.resetAndDestroy(),
  };
}
