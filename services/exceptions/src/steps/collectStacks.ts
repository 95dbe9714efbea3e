import type { StackToResolve } from '@sluice/sourcemaps';
import type { Frame } from '@sluice/stacktrace';

/** The different stacks of a load. */
export interface Stacks {
  readonly all: readonly StackToResolve[];
  /** How often each was met. */
  readonly counts: readonly number[];
  /** Adds a stack; answers its place among all, the same one for the same stack. @param kind the same for equal stacks */
  readonly add: (stack: StackToResolve, kind: string) => number;
}

/** Stacks of a kind that a further one is compared with. */
const COMPARED = 16;

/** Gathers stacks, each once: one hot fault is a thousand equal stacks. To compare frames is cheaper than to name them. */
export function collectStacks(): Stacks {
  const all: StackToResolve[] = [];
  const counts: number[] = [];
  const kinds = new Map<string, number[]>();
  return {
    all,
    counts,
    add: (stack, kind) => {
      const name = `${stack.projectId} ${kind} ${stack.release}`;
      const alike = kinds.get(name) ?? [];
      kinds.set(name, alike);
      const known = alike.find((place) => isSame(all[place]?.frames ?? [], stack.frames));
      const place = known ?? all.push(stack) - 1;
      if (known === undefined && alike.length < COMPARED) alike.push(place);
      counts[place] = (counts[place] ?? 0) + 1;
      return place;
    },
  };
}

const isSame = (a: readonly Frame[], b: readonly Frame[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((frame, index) => {
      const other = b[index];
      return (
        other !== undefined &&
        frame.line === other.line &&
        frame.column === other.column &&
        frame.inApp === other.inApp &&
        frame.function === other.function &&
        frame.file === other.file
      );
    }));
