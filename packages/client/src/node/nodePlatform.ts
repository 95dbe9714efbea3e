import { hostname } from 'node:os';
import type { Platform } from '../core/client.js';
import { createBatchTransport } from '../transport/createBatchTransport.js';
import { detachedFetch } from './detachedFetch.js';
import { asOwn, asOwnRequests, keepProcess } from './ownRequests.js';

/** What a process knows of itself, and how it sends. Nothing of `device.*` and `os.*`: those are of who asks a server. */
export const nodePlatform = (): Platform => {
  const contexts = {
    'server.name': hostname(),
    'runtime.name': 'node',
    'runtime.version': process.versions.node,
  };
  return {
    asOwn: (guard) => (callback, failed) => guard(() => asOwn(callback), failed),
    contexts: () => contexts,
    createTransport: (...all) => {
      const transport = createBatchTransport(...all, { fetch: asOwnRequests(detachedFetch) });
      return { ...transport, flush: () => keepProcess(transport.flush?.()) };
    },
  };
};
