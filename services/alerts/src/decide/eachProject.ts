import type { Logger } from '@sluice/runtime';

/** How projects are worked on. */
interface Work {
  readonly atOnce: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Works on projects, some at the same time, until the signal. One that fails stops no other. @throws the first error, after all */
export async function eachProject(
  projectIds: readonly string[],
  { atOnce, logger, signal }: Work,
  work: (projectId: string) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  const left = [...projectIds];
  const workInTurn = async (): Promise<void> => {
    for (let projectId = left.shift(); projectId !== undefined && !signal.aborted; projectId = left.shift()) {
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
