import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Commands of one turn of the event loop leave in one write, as soon as the turn is over: under load a connection's system
 * calls, and the turns of Redis, are fewer than its commands. Nothing waits for a timer, and nothing changes its place.
 * @param client of ioredis: its `stream` is another one after each `connect`
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
