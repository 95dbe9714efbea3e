import { connect, type Socket } from 'node:net';

/** A connection by Marionette, Firefox's remote protocol, which needs no driver program. */
export interface Marionette {
  /** Sends a command; resolves with its result. @throws the error that Firefox reports */
  call(command: string, parameters?: object): Promise<unknown>;
  close(): void;
}

type Message = readonly [type: number, id: number, error: { readonly message: string } | null, result: unknown];

/** Parses the complete messages of `<bytes of JSON>:<JSON>…`. @returns the messages and the remaining bytes */
function readMessages(buffer: Buffer): { readonly messages: readonly Message[]; readonly rest: Buffer } {
  const messages: Message[] = [];
  let rest = buffer;
  for (;;) {
    const colon = rest.indexOf(':');
    const end = colon + 1 + Number(rest.toString('latin1', 0, Math.max(colon, 0)));
    if (colon < 0 || rest.length < end) return { messages, rest };
    const message: unknown = JSON.parse(rest.toString('utf8', colon + 1, end));
    // The greeting is an object, not an array.
    if (Array.isArray(message)) messages.push(message as unknown as Message);
    rest = rest.subarray(end);
  }
}

const opened = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });

export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1');
  await opened(socket);
  const calls: { resolve: (result: unknown) => void; reject: (error: Error) => void }[] = [];
  let received = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    const { messages, rest } = readMessages(Buffer.concat([received, part]));
    received = Buffer.from(rest);
    for (const [, id, error, result] of messages) {
      if (error === null) calls[id]?.resolve(result);
      else calls[id]?.reject(new Error(error.message));
    }
  });
  return {
    call: (command, parameters = {}) =>
      new Promise((resolve, reject) => {
        const text = JSON.stringify([0, calls.push({ resolve, reject }) - 1, command, parameters]);
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      }),
    close: () => socket.destroy(),
  };
}
