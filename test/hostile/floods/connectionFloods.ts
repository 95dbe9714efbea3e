import { connect, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { postBatch } from '../fuzz/fuzzGround.js';
import { rawExchange, type RawAnswer } from '../support/rawSocket.js';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';

const target = (system: System): { host: string; port: number } => {
  const { hostname, port } = new URL(system.gatewayUrls[0] ?? system.baseUrl);
  return { host: hostname, port: Number(port) };
};

const headOf = (key: string, length: number): string =>
  `POST /api/envelope?service_key=${key} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

const EMPTY = '{"events":[]}';

/**
 * Opens connections that send a byte now and then, half of them within the headers and half within the body. Resolves
 * when the server has closed all of them, with the number of 408 responses and the duration of the last connection in
 * milliseconds.
 */
export async function trickle(system: System, project: Project, count: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index): Promise<RawAnswer> => {
      const isHeaders = index % 2 === 0;
      const send = isHeaders ? headOf(project.key, 10).slice(0, -2) : `${headOf(project.key, 1_000)}{`;
      const drip = { bytes: isHeaders ? 'X: y\r\n' : ' ', everyMs: 250 };
      return rawExchange(system.gatewayUrls[0] ?? system.baseUrl, { send, drip, timeoutMs: 15_000 });
    }),
  );
  return {
    ended: answers.filter(({ closed }) => closed).length,
    others: answers.flatMap(({ statuses }) => statuses).filter((status) => status !== 408),
    lastMs: Math.max(...answers.map(({ elapsedMs }) => elapsedMs)),
  };
}

/**
 * Opens connections, each of which sends one batch and then stays open. Resolves when all are answered; the caller
 * closes them.
 */
export async function idle(system: System, project: Project, count: number) {
  const sockets: Socket[] = [];
  let answered = 0;
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(target(system));
      sockets.push(socket);
      socket.on('error', () => resolve());
      socket.once('data', (data) => {
        if (data.toString('latin1').startsWith('HTTP/1.1 202')) answered += 1;
        resolve();
      });
      socket.write(headOf(project.key, EMPTY.length) + EMPTY);
    });
  for (let from = 0; from < count; from += 100) {
    await Promise.all(Array.from({ length: Math.min(100, count - from) }, open));
  }
  return {
    answered: () => answered,
    open: () => sockets.filter((socket) => !socket.destroyed && socket.readable).length,
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** Opens and closes connections, every second one after a few bytes of garbage, `concurrency` at a time. */
export async function connectAndLeave(system: System, count: number, concurrency = 50): Promise<void> {
  const once = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(target(system));
      socket.on('error', () => undefined).once('close', () => resolve());
      socket.once('connect', () => {
        if (index % 2 === 0) socket.destroy();
        else socket.end(randomBytes(32), () => socket.destroy());
      });
    });
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < count) await once(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
}

/** Sends batches with unknown keys, `concurrency` at a time. Resolves with the number of responses by status. */
export async function unknownKeys(
  system: System,
  count: number,
  concurrency = 30,
): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {};
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next++ < count) {
      const { status } = await postBatch(system, randomBytes(16).toString('hex'), EMPTY);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return statuses;
}
