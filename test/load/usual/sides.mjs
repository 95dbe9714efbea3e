// A common interface of both systems: intake, storage, and the size of the queue.
import path from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { openDepth } from '../endToEnd/watch.mjs';
import { startNode } from '../support/processes.mjs';
import { startService } from '../support/services.mjs';
import { startStandalone } from '../support/standalone.mjs';
import { SCHEMA } from './tables.mjs';

const here = import.meta.dirname;
const portOf = ({ url }) => Number(new URL(url).port);

/**
 * Of each: `startIntake` returns a port and a stop function, `startWorker` starts one process, `startAll` everything,
 * `openQueue` reads what is queued.
 */
export const SIDES = {
  sluice: {
    schema: 'public',
    startIntake: ({ env }) => startService('gateway', { env }),
    startWorker: ({ env }) => startService('spans', { env }),
    startAll: ({ env }, directory) => startStandalone({ dataDir: path.join(directory, 'data'), env }),
    openQueue: async ({ env }) => {
      const depth = await openDepth(env.REDIS_URL);
      return { isEmpty: async () => (await depth.read()).jobs === 0, close: depth.close };
    },
  },
  usual: {
    schema: SCHEMA,
    startIntake: async ({ env }) => {
      const server = await startNode(path.join(here, 'server.mjs'), { env });
      return { port: portOf(server), stop: server.stop };
    },
    startWorker: ({ env }) => startNode(path.join(here, 'worker.mjs'), { env }),
    startAll: async ({ env }) => {
      const server = await startNode(path.join(here, 'server.mjs'), { env });
      const worker = await startNode(path.join(here, 'worker.mjs'), { env });
      const stop = async () => {
        await server.stop();
        await worker.stop();
      };
      return { port: portOf(server), stop };
    },
    openQueue: async ({ env }) => {
      const connection = new Redis(env.REDIS_URL, { maxRetriesPerRequest: null });
      const queue = new Queue('events', { connection });
      const isEmpty = async () => {
        const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized');
        return Object.values(counts).every((count) => count === 0);
      };
      const close = async () => {
        await queue.close();
        connection.disconnect();
      };
      return { isEmpty, close };
    },
  },
};
