import type { StackToResolve } from '@sluice/sourcemaps';
import type { Frame } from '@sluice/stacktrace';

/** The distinct stacks of a write batch. */
export interface Stacks {
  readonly all: readonly StackToResolve[];
  /** Number of occurrences of each. */
  readonly counts: readonly number[];
  /** Adds a stack and returns its index; equal stacks have one index. @param kind equal for equal stacks */
  readonly add: (stack: StackToResolve, kind: string) => number;
}

/** Number of stacks of one kind with which another is compared. */
const COMPARED = 16;

/**
 * Collects distinct stacks, because a frequent fault sends thousands of equal ones. Comparing frames is cheaper than
 * hashing them.
 */
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
      const known = alike.find((index) => isSame(all[index]?.frames ?? [], stack.frames));
      const index = known ?? all.push(stack) - 1;
      if (known === undefined && alike.length < COMPARED) alike.push(index);
      counts[index] = (counts[index] ?? 0) + 1;
      return index;
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
        frame.file === other.file &&
        frame.debugId === other.debugId
      );
    }));
