import type { Logger } from '@sluice/runtime';

/** How projects are worked on. */
interface Work {
  readonly atOnce: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Asked before each project. Default: never. */
  readonly isOver?: () => boolean;
}

/** Works on projects, some at the same time, until the signal, or until `isOver`. One that fails stops no other. @throws the first error, after all */
export async function eachProject(
  projectIds: readonly string[],
  { atOnce, logger, signal, isOver = () => false }: Work,
  work: (projectId: string) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  const left = [...projectIds];
  const workInTurn = async (): Promise<void> => {
    while (!signal.aborted && !isOver()) {
      const projectId = left.shift();
      if (projectId === undefined) return;
      try {
        await work(projectId);
      } catch (error) {
        logger.debug({ err: error, projectId }, 'work on a project failed');
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workInTurn));
  if (errors.length > 0) throw errors[0];
}
