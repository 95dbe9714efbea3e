import { LIMITS, isObject, type UnknownObject } from '@sluice/contract';

/** A cause, and its place in a group. */
export interface OrderedCause {
  readonly value: UnknownObject;
  /** The place of the group that it belongs to: 0 is the exception, 1 the first cause. `undefined` for the cause of the one before. */
  readonly parent: number | undefined;
}

/**
 * Returns the causes of the last of the given exceptions, at most 8, the nearest first. Where `mechanism` numbers all exceptions,
 * as it does for groups, their tree is walked depth-first, and the children of a parent in their order.
 *
 * @param values the exceptions as SDKs send them: the first cause first
 */
export function orderCauses(values: readonly UnknownObject[]): readonly OrderedCause[] {
  const nearest = values.slice(0, -1).reverse();
  const last = values.at(-1);
  const root = numberOf(last, 'exception_id');
  const isTree = root !== undefined && nearest.every((value) => numberOf(value, 'exception_id') !== undefined);
  if (last === undefined || !isTree) {
    return nearest.slice(0, LIMITS.cutCauses).map((value) => ({ value, parent: undefined }));
  }
  const walked = walkTree(nearest, root).slice(0, LIMITS.cutCauses);
  return placeInGroups([last, ...walked]);
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

/** @param ordered the exception, then its causes */
function placeInGroups(ordered: readonly UnknownObject[]): readonly OrderedCause[] {
  const places = new Map<number | undefined, number>();
  for (const [place, value] of ordered.entries()) {
    const id = numberOf(value, 'exception_id');
    if (!places.has(id)) places.set(id, place);
  }
  return ordered.slice(1).map((value, before) => {
    const place = places.get(numberOf(value, 'parent_id'));
    const isBefore = place !== undefined && place <= before;
    return { value, parent: isBefore && (place < before || isMember(value)) ? place : undefined };
  });
}

/** Whether an exception is one of a group: `errors[0]` in JavaScript, `exceptions[0]` in Python. */
function isMember({ mechanism }: UnknownObject): boolean {
  const source = isObject(mechanism) ? mechanism['source'] : undefined;
  return typeof source === 'string' && source.endsWith(']');
}

function numberOf(value: UnknownObject | undefined, field: 'exception_id' | 'parent_id'): number | undefined {
  const mechanism = value?.['mechanism'];
  const number = isObject(mechanism) ? mechanism[field] : undefined;
  return typeof number === 'number' ? number : undefined;
}
