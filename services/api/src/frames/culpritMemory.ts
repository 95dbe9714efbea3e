import { createHash } from 'node:crypto';
import type { Culprit, StackToResolve } from '@sluice/sourcemaps';

/** Culprits that are kept: some 2 MB. */
const MOST = 10_000;

/** What culprits were when their source maps could be read in time. */
export interface CulpritMemory {
  /** Returns the culprit, or if it is late what it was before, still marked as late. Keeps one that is not late. */
  readonly recall: (stack: StackToResolve | undefined, culprit: Culprit) => Culprit;
}

const keyOf = ({ projectId, release, frames }: StackToResolve): string =>
  createHash('sha1')
    .update(
      JSON.stringify([
        projectId,
        release,
        frames.map(({ file, function: name, line, column, debugId }) => [file, name, line, column, debugId]),
      ]),
    )
    .digest('base64');

/** Creates a memory of the culprits of the latest ten thousand stacks. Events of an issue usually have the same one. */
export function createCulpritMemory(): CulpritMemory {
  const known = new Map<string, string | undefined>();
  return {
    recall: (stack, culprit) => {
      if (stack === undefined) return culprit;
      const key = keyOf(stack);
      if (culprit.isLate) return { ...culprit, original: culprit.original ?? known.get(key) };
      known.delete(key);
      if (culprit.original === undefined) return culprit;
      known.set(key, culprit.original);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
      return culprit;
    },
  };
}
