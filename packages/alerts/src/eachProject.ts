import { runAll, type Logger } from '@sluice/runtime';

/** How projects are worked on. */
interface Work {
  readonly atOnce: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Asked before each project. Default: never. */
  readonly isOver?: () => boolean;
}

/** Works on projects, some at the same time, until the signal, or until `isOver`. One that fails stops no other. @throws the first error, after all */
export function eachProject(
  projectIds: readonly string[],
  { atOnce, logger, signal, isOver = () => false }: Work,
  work: (projectId: string) => Promise<unknown>,
): Promise<void> {
  function* steps(): Generator<() => Promise<unknown>> {
    for (const projectId of projectIds) {
      if (signal.aborted || isOver()) return;
      yield () =>
        work(projectId).catch((error: unknown) => {
          logger.debug({ err: error, projectId }, 'work on a project failed');
          throw error;
        });
    }
  }
  return runAll(steps(), atOnce);
}
