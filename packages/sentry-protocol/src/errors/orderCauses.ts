import { LIMITS, isObject, type UnknownObject } from '@sluice/contract';

/**
 * Returns the causes of the last of the given exceptions, at most 8, the nearest first. Where `mechanism` numbers all exceptions,
 * as it does for groups, their tree is walked depth-first, and the children of a parent in their order.
 *
 * @param values the exceptions as SDKs send them: the first cause first
 */
export function orderCauses(values: readonly UnknownObject[]): readonly UnknownObject[] {
  const nearest = values.slice(0, -1).reverse();
  const root = numberOf(values.at(-1), 'exception_id');
  const isTree = root !== undefined && nearest.every((value) => numberOf(value, 'exception_id') !== undefined);
  return (isTree ? walkTree(nearest, root) : nearest).slice(0, LIMITS.cutCauses);
}

function walkTree(nearest: readonly UnknownObject[], root: number): readonly UnknownObject[] {
  const children = groupByParent(nearest);
  const walked = new Set<UnknownObject>();
  const next = takeChildren(children, root);
  for (let value = next.pop(); value !== undefined; value = next.pop()) {
    walked.add(value);
    for (const child of takeChildren(children, numberOf(value, 'exception_id'))) next.push(child);
  }
  return [...walked, ...nearest.filter((value) => !walked.has(value))];
}

type Children = Map<number | undefined, UnknownObject[]>;

function groupByParent(values: readonly UnknownObject[]): Children {
  const children: Children = new Map();
  for (const value of values) {
    const parent = numberOf(value, 'parent_id');
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [value]);
    else siblings.push(value);
  }
  return children;
}

/** Removes and returns the children of an exception, the last one first: a parent that is met twice, or a cycle, adds none. */
function takeChildren(children: Children, parent: number | undefined): UnknownObject[] {
  const taken = children.get(parent) ?? [];
  children.delete(parent);
  return taken.reverse();
}

function numberOf(value: UnknownObject | undefined, field: 'exception_id' | 'parent_id'): number | undefined {
  const mechanism = value?.['mechanism'];
  const number = isObject(mechanism) ? mechanism[field] : undefined;
  return typeof number === 'number' ? number : undefined;
}
