import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Makes a client send all commands of one turn of the event loop in one write, at the end of the turn. Under load this
 * needs fewer system calls, here and in Redis. Commands keep their order and wait for no timer.
 * @param client of ioredis; its `stream` is replaced at each `connect`
 */
export function writeTogether(client: EventEmitter): void {
  client.on('connect', () => {
    const { stream } = client as unknown as { readonly stream: Writable };
    const write: Writable['write'] = stream.write.bind(stream);
    const together = (...args: Parameters<Writable['write']>): boolean => {
      if (stream.writableCorked === 0) {
        stream.cork();
        setImmediate(() => stream.uncork());
      }
      return write(...args);
    };
    Object.assign(stream, { write: together });
  });
}
