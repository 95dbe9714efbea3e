import type { SyntaxNodeRef, Tree } from '@lezer/common';
import { NameTracker } from './nameTracker.js';

/** The function that contains the code from this offset on. */
export interface FunctionPoint {
  /** 0-based, in UTF-16 units. */
  readonly offset: number;
  /** `undefined`: outside all functions. */
  readonly enclosing: { readonly own: string | null; readonly nearest: string | null } | undefined;
}

/**
 * Finds the functions in a syntax tree: start (at the parameters), end and name. An anonymous function also has the
 * name of the nearest enclosing named one. Values of instance fields run in the constructor, so they are in `new
 * Cart`, as engines report them.
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
