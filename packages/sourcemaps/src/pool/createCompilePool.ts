import { rm } from 'node:fs/promises';
import { Piscina } from 'piscina';
import { type CompiledMap, InvalidMapError } from '../codec/compile/compileSourceMap.js';
import type { CompileAnswer, CompileTask } from './compileWorker.js';
import { createTurns } from './turns.js';

export interface CompilePoolConfig {
  /** Maps that are compiled at the same time; each takes a core and up to 400 MB. */
  readonly threads: number;
  /** Maps that may wait for a thread; one more is refused. */
  readonly waiting: number;
  /** Milliseconds that one map may take once it has a thread; then the thread is ended. */
  readonly timeoutMs: number;
  /** Megabytes of a thread's JavaScript heap; buffers are not part of it. */
  readonly maxHeapMb: number;
  /** JavaScript that the threads run: a `file:` address or a path. Default: `compileWorker.js` beside this file. */
  readonly workerFile?: string;
}

/** Compiles maps in threads of their own, so that the caller's event loop goes on. */
export interface CompilePool {
  /**
   * As `compileSourceMap`: rejects with `InvalidMapError` where it is no source map. Besides, with {@link CompileBusyError}
   * where no more may wait, and with {@link CompileLimitError} where it took too long or too much. No index is left then.
   */
  compile(mapPath: string, indexPath: string): Promise<CompiledMap>;
  /** Ends all threads; what runs or waits rejects. */
  close(): Promise<void>;
}

/** As many maps as may wait are waiting: try again later. */
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
  const turns = createTurns(config.threads, config.waiting);
  const closing = new AbortController();

  return {
    async compile(mapPath, indexPath) {
      const turn = turns.take(() => compileWithin(threads, { mapPath, indexPath }, config.timeoutMs, closing.signal));
      if (turn === undefined) throw new CompileBusyError('As many maps as may wait are waiting to be compiled.');
      return turn;
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
  timeoutMs: number,
  closing: AbortSignal,
): Promise<CompiledMap> {
  // An aborted task takes its thread with it; the pool starts another one for the next.
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await threads.run(task, { signal: AbortSignal.any([timeout, closing]) });
    if ('invalid' in answer) throw new InvalidMapError(answer.invalid);
    return answer.compiled;
  } catch (error) {
    // A thread that was ended could not tidy up: its index, and the body that `IndexFile` writes aside.
    for (const left of [task.indexPath, `${task.indexPath}.body`]) await rm(left, { force: true });
    if (closing.aborted) throw new CompileBusyError('The map was not compiled: the service is stopping.');
    if (timeout.aborted)
      throw new CompileLimitError(`Compiling the map took longer than ${timeoutMs / 1_000} seconds.`);
    if (isOutOfMemory(error)) throw new CompileLimitError('Compiling the map took more memory than a map may.');
    throw error;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
