import type { SyntaxNodeRef, Tree } from '@lezer/common';
import { NameTracker } from './nameTracker.js';

/** From this offset of a source on, the code is in this function. */
export interface FunctionPoint {
  /** 0-based, in UTF-16 units. */
  readonly offset: number;
  /** `undefined`: outside all functions. */
  readonly enclosing: { readonly own: string | null; readonly nearest: string | null } | undefined;
}

/**
 * Finds the functions in a syntax tree: where each begins (at its parameters) and ends, and its name. A function
 * without a name also has the name of the nearest one around it. The values of instance fields run in the constructor,
 * so they are in `new Cart`, as engines report them.
 */
export function findFunctionPoints(tree: Tree, text: string): readonly FunctionPoint[] {
  const points: FunctionPoint[] = [];
  const open: NonNullable<FunctionPoint['enclosing']>[] = [];
  const names = new NameTracker(text, {
    enter: (offset, own) => {
      open.push({ own, nearest: own ?? open.at(-1)?.nearest ?? null });
      points.push({ offset, enclosing: open.at(-1) });
    },
    leave: (offset) => {
      open.pop();
      points.push({ offset, enclosing: open.at(-1) });
    },
  });
  tree.iterate({
    enter: (node: SyntaxNodeRef) => names.enter(node.type.id, node.from, node.to),
    leave: (node: SyntaxNodeRef) => names.leave(node.to),
  });
  return points;
}
