import { hostname } from 'node:os';
import type { Platform } from '../core/client.js';
import type { Contexts, EventOf, SluiceEvent } from '../core/event.js';
import { createBatchTransport } from '../transport/createBatchTransport.js';
import { appFiles } from './appFiles.js';
import { detachedFetch } from './detachedFetch.js';
import { gzipBodies } from './gzipBodies.js';
import { keyInHeader } from './keyInHeader.js';
import { runAsOwnRequest, markOwnRequests, keepProcessRunning } from './ownRequests.js';

/**
 * Platform of a Node process: contexts and transport. It sets no `device.*` and `os.*`, which describe the clients of a server.
 * @param appRoot absolute directory to which file names in frames are relative
 */
export const nodePlatform = (appRoot: string): Platform => {
  const named = appFiles(appRoot);
  // As late as possible, so that `beforeSend` and readers of source files see paths.
  const nameFiles = (event: SluiceEvent): void => {
    if (isException(event)) event.payload = named(event.payload);
  };
  const contexts = { 'server.name': hostname(), ...runtimeOf(process.versions) };
  return {
    asOwn: (guard) => (callback, failed) => guard(() => runAsOwnRequest(callback), failed),
    contexts: () => contexts,
    createTransport: (...all) => {
      const transport = createBatchTransport(...all, {
        fetch: markOwnRequests(gzipBodies(keyInHeader(detachedFetch))),
      });
      return {
        ...transport,
        send: (event) => {
          nameFiles(event);
          return transport.send(event);
        },
        sendTogether: (events, isLeaving) => {
          events.forEach(nameFiles);
          transport.sendTogether?.(events, isLeaving);
        },
        flush: () => keepProcessRunning(transport.flush?.()),
      };
    },
  };
};

const isException = (event: SluiceEvent): event is EventOf<'exception'> => event.type === 'exception';

/** Name and version of the runtime; Bun and Deno also report a Node version. */
export function runtimeOf(versions: Readonly<Record<string, string | undefined>>): Contexts {
  const name = ['bun', 'deno'].find((one) => versions[one] !== undefined) ?? 'node';
  return { 'runtime.name': name, 'runtime.version': versions[name] };
}
