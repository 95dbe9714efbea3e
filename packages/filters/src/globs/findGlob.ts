import type { Glob } from '@sluice/contract';

/** Returns the lowest index of a glob below `below` that matches the whole text; `below` if none does. */
export type FindGlob = (text: string, below: number) => number;

/** A glob with its index in the list. */
export interface IndexedGlob {
  readonly glob: Glob;
  readonly index: number;
}
