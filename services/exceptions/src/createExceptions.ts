import { createWorker, type Worker, type WorkerDeps } from '@sluice/drain';
import { createBlobStore, createFrameResolver } from '@sluice/sourcemaps';
import { touchDebugIds } from '@sluice/sourcemaps/statements';
import type { ExceptionsConfig } from './config.js';
import { createMapTouch } from './steps/createMapTouch.js';
import { createStoreExceptions } from './createStoreExceptions.js';

/**
 * Returns the worker that stores exceptions; `createStoreExceptions` lists its steps. It is ready without the store
 * of source maps; until that is available, it groups by the frames as sent.
 */
export function createExceptions(deps: WorkerDeps, config: ExceptionsConfig): Worker {
  const { db, metrics, logger, clock } = deps;
  const store = createBlobStore(config.store, db);
  const resolver = createFrameResolver({ db, store, metrics, logger, clock }, config.resolver);
  const touch = createMapTouch((keys) => touchDebugIds(db, keys), clock);
  const worker = createWorker(deps, config, createStoreExceptions(resolver, touch));
  return {
    ...worker,
    stop: async () => {
      await worker.stop();
      await resolver.stop();
      await store.close();
    },
  };
}
