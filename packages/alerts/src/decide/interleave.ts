/** Returns items in another order: the first one of each key, then the second one of each, and so on. */
export function interleave<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly Item[] {
  const turns = new Map<unknown, number>();
  return items
    .map((item) => {
      const key = keyOf(item);
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      return { item, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ item }) => item);
}
