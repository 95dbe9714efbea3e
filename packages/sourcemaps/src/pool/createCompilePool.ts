import { createFairSemaphore, SemaphoreBusyError } from '@sluice/runtime';
import { rm } from 'node:fs/promises';
import { Piscina } from 'piscina';
import { type CompiledMap, InvalidMapError } from '../codec/compile/compileSourceMap.js';
import type { CompileAnswer, CompileTask } from './compileWorker.js';

export interface CompilePoolConfig {
  /** Maps that are compiled at the same time; each takes a core and up to 400 MB. */
  readonly threads: number;
  /** Maps that may wait for a thread; one more is refused. */
  readonly waiting: number;
  /** Milliseconds that a map may wait for a thread; then it is refused. */
  readonly waitMs: number;
  /** Milliseconds that one map may take once it has a thread; then the thread is ended. */
  readonly timeoutMs: number;
  /** Megabytes of a thread's JavaScript heap; buffers are not part of it. */
  readonly maxHeapMb: number;
  /** JavaScript that the threads run: a `file:` address or a path. Default: `compileWorker.js` beside this file. */
  readonly workerFile?: string;
}

/** A map to compile, and on whose behalf. */
export interface CompileJob {
  readonly mapPath: string;
  readonly indexPath: string;
  /** Threads and places in the queue are shared fairly among tenants. */
  readonly tenant: string;
}

/** Compiles maps in threads of their own, so that the caller's event loop goes on. */
export interface CompilePool {
  /**
   * As `compileSourceMap`: rejects with `InvalidMapError` where it is no source map. Besides, with {@link CompileBusyError}
   * where no more may wait, it waited too long or `signal` was aborted, and with {@link CompileLimitError} where it took too
   * long or too much. No index is left then.
   */
  compile(job: CompileJob, signal?: AbortSignal): Promise<CompiledMap>;
  /** Ends all threads; what runs or waits rejects. */
  close(): Promise<void>;
}

/** There was no thread for the map, or it was stopped: try again later. */
export class CompileBusyError extends Error {
  override readonly name = 'CompileBusyError';
}

/** The map took more time or memory than a map may; trying again will not help. */
export class CompileLimitError extends Error {
  override readonly name = 'CompileLimitError';
}

/** A pool that starts threads when there is work and ends idle ones after half a minute. */
export function createCompilePool(config: CompilePoolConfig): CompilePool {
  const threads = new Piscina<CompileTask, CompileAnswer>({
    filename: config.workerFile ?? new URL('./compileWorker.js', import.meta.url).href,
    name: 'compileInThread',
    minThreads: 0,
    maxThreads: config.threads,
    maxQueue: config.threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: config.maxHeapMb },
    recordTiming: false,
  });
  // What a thread dies of while it compiles rejects its task; of an idle one nothing is lost, and it is replaced.
  threads.on('error', () => undefined);
  const semaphore = createFairSemaphore({
    capacity: config.threads,
    // A compilation ends by itself, within `timeoutMs`: of two threads none is kept idle for a newcomer.
    reserve: config.threads > 2 ? 1 : 0,
    queue: config.waiting,
    waitMs: config.waitMs,
  });
  const closing = new AbortController();

  return {
    async compile({ mapPath, indexPath, tenant }, signal) {
      const stop = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
      const work = (): Promise<CompiledMap> =>
        compileWithin(threads, { mapPath, indexPath }, { timeoutMs: config.timeoutMs, stop });
      try {
        return await semaphore.run(tenant, work, { signal: stop });
      } catch (error) {
        if (stop.aborted && error === stop.reason) throw stopped();
        if (!(error instanceof SemaphoreBusyError)) throw error;
        throw new CompileBusyError('Too many maps are waiting to be compiled.', { cause: error });
      }
    },
    async close() {
      closing.abort();
      await threads.destroy();
    },
  };
}

async function compileWithin(
  threads: Piscina<CompileTask, CompileAnswer>,
  task: CompileTask,
  { timeoutMs, stop }: { readonly timeoutMs: number; readonly stop: AbortSignal },
): Promise<CompiledMap> {
  // An aborted task takes its thread with it; the pool starts another one for the next.
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await threads.run(task, { signal: AbortSignal.any([timeout, stop]) });
    if ('invalid' in answer) throw new InvalidMapError(answer.invalid);
    return answer.compiled;
  } catch (error) {
    // A thread that was ended could not tidy up: its index, and the body that `IndexFile` writes aside.
    for (const left of [task.indexPath, `${task.indexPath}.body`]) await rm(left, { force: true });
    if (stop.aborted) throw stopped();
    if (timeout.aborted)
      throw new CompileLimitError(`Compiling the map took longer than ${timeoutMs / 1_000} seconds.`);
    if (isOutOfMemory(error)) {
      throw new CompileLimitError('Compiling the map took more memory than a map may.', { cause: error });
    }
    throw error;
  }
}

const stopped = (): CompileBusyError => new CompileBusyError('The map was not compiled: the service is stopping.');

/**
 * The heap of the thread was full, or what was asked for was longer than an array, a string or a buffer may be. Of an
 * error from a thread the class and the code are lost, the name and the sentence are not.
 */
const isOutOfMemory = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') || ('name' in error && error.name === 'RangeError'));
