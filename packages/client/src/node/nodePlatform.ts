import { hostname } from 'node:os';
import type { Platform } from '../core/client.js';
import type { Contexts, EventOf, SluiceEvent } from '../core/event.js';
import { createBatchTransport } from '../transport/createBatchTransport.js';
import { appFiles } from './appFiles.js';
import { detachedFetch } from './detachedFetch.js';
import { gzipBodies } from './gzipBodies.js';
import { keyInHeader } from './keyInHeader.js';
import { asOwn, asOwnRequests, keepProcess } from './ownRequests.js';

/**
 * What a process knows of itself, and how it sends. Nothing of `device.*` and `os.*`: those are of who asks a server.
 * @param appRoot directory that files of frames are sent relative to, absolute
 */
export const nodePlatform = (appRoot: string): Platform => {
  const named = appFiles(appRoot);
  // As late as can be: `beforeSend` and whatever reads source files see paths.
  const nameFiles = (event: SluiceEvent): void => {
    if (isException(event)) event.payload = named(event.payload);
  };
  const contexts = { 'server.name': hostname(), ...runtimeOf(process.versions) };
  return {
    asOwn: (guard) => (callback, failed) => guard(() => asOwn(callback), failed),
    contexts: () => contexts,
    createTransport: (...all) => {
      const transport = createBatchTransport(...all, { fetch: asOwnRequests(gzipBodies(keyInHeader(detachedFetch))) });
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
        flush: () => keepProcess(transport.flush?.()),
      };
    },
  };
};

const isException = (event: SluiceEvent): event is EventOf<'exception'> => event.type === 'exception';

/** The name and version of the runtime: Bun and Deno name a version of Node, too. */
export function runtimeOf(versions: Readonly<Record<string, string | undefined>>): Contexts {
  const name = ['bun', 'deno'].find((one) => versions[one] !== undefined) ?? 'node';
  return { 'runtime.name': name, 'runtime.version': versions[name] };
}
