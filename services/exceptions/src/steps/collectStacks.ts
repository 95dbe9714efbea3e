import type { StackToResolve } from '@sluice/sourcemaps';

/** The different stacks of a load. */
export interface Stacks {
  readonly all: readonly StackToResolve[];
  /** How often each was met. */
  readonly counts: readonly number[];
  /** Adds a stack; answers its place among all, the same one for the same stack. */
  readonly add: (stack: StackToResolve) => number;
}

/** Gathers stacks, each once: one hot fault is a thousand equal stacks. */
export function collectStacks(): Stacks {
  const all: StackToResolve[] = [];
  const counts: number[] = [];
  const places = new Map<string, number>();
  return {
    all,
    counts,
    add: (stack) => {
      const name = nameOf(stack);
      const place = places.get(name) ?? all.push(stack) - 1;
      places.set(name, place);
      counts[place] = (counts[place] ?? 0) + 1;
      return place;
    },
  };
}

function nameOf({ projectId, release, frames }: StackToResolve): string {
  let name = `${projectId}\n${release}`;
  for (const frame of frames) {
    name += `\n${frame.file}\n${frame.function}\n${frame.line}\n${frame.column}\n${frame.inApp}`;
  }
  return name;
}
