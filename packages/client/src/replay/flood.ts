import { INCREMENTAL, MUTATION, type MutationData, type RecordedEvent } from './recorded.js';

/** Whether more than an amount arrived within a period; called with each amount. */
export function createFlood(most: number, ms: number): (amount: number, at: number) => boolean {
  let [since, sum] = [0, 0];
  return (amount, at) => {
    if (at - since > ms) [since, sum] = [at, 0];
    sum += amount;
    return sum > most;
  };
}

/** Number of mutations in an event; an inserted subtree counts as one. */
export function mutationsIn({ type, data }: RecordedEvent): number {
  const mutation = data as MutationData;
  if (type !== INCREMENTAL || (mutation.source as number) !== MUTATION) return 0;
  const added = new Set(mutation.adds.map(({ node }) => node.id));
  const roots = mutation.adds.filter(({ parentId }) => !added.has(parentId));
  return roots.length + mutation.removes.length + mutation.texts.length + mutation.attributes.length;
}
