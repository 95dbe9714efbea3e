/** An item of a batcher. */
export interface BatcherItem {
  readonly rows: number;
  readonly bytes: number;
}

/** When a batcher flushes, and how much. */
export interface BatcherLimits {
  /** Rows at which items are flushed before the linger is over. */
  readonly minRows: number;
  /** Most rows of one flush, unless a single item has more. */
  readonly maxRows: number;
  /** Bytes at which items are flushed, and most bytes of one flush, unless a single item has more. */
  readonly maxBytes: number;
  /** Number of items at which they are flushed: a source that limits its unsettled items would send no more. */
  readonly minItems: number;
  /** Milliseconds after which the oldest item is flushed. */
  readonly lingerMs: number;
  /** Most flushes in progress. */
  readonly maxFlushes: number;
}

/** Collects items and flushes them together. */
export interface Batcher<W> {
  /** Settles as the flush that contains `item` does. */
  readonly add: (item: W) => Promise<void>;
  /** Flushes all items, and from now on each item without linger. */
  readonly flush: () => void;
}

interface Entry<W> {
  readonly item: W;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a batcher that flushes by rows, bytes, number of items or linger, whichever comes first, and passes items to
 * `write` in the order in which they were added. An item that is added while no flush is in progress is flushed at once,
 * unless the last flush had several items, because then more are likely. While `maxFlushes` are in progress items
 * accumulate, up to `maxRows` per flush: load makes flushes larger, not more frequent.
 */
export function createBatcher<W extends BatcherItem>(
  limits: BatcherLimits,
  write: (items: readonly W[]) => Promise<void>,
): Batcher<W> {
  const waiting: Entry<W>[] = [];
  const sum = { rows: 0, bytes: 0 };
  let [writing, overdue, isFlushing, quiet] = [0, false, false, true];
  let timer: NodeJS.Timeout | undefined;

  const isDue = (): boolean => waiting.length > 0 && (isFlushing || overdue || (quiet && writing === 0) || isEnough());

  const isEnough = (): boolean =>
    sum.rows >= limits.minRows || sum.bytes >= limits.maxBytes || waiting.length >= limits.minItems;

  const take = (): Entry<W>[] => {
    const count = fitting(waiting, limits);
    const taken = waiting.splice(0, count);
    for (const { item } of taken) {
      sum.rows -= item.rows;
      sum.bytes -= item.bytes;
    }
    clearTimeout(timer);
    [timer, overdue, quiet] = [undefined, false, taken.length === 1];
    return taken;
  };

  const run = async (entries: readonly Entry<W>[]): Promise<void> => {
    try {
      await write(entries.map(({ item }) => item));
      for (const { resolve } of entries) resolve();
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
    writing -= 1;
    pump();
  };

  const pump = (): void => {
    while (writing < limits.maxFlushes && isDue()) {
      const entries = take();
      writing += 1;
      void run(entries);
    }
    if (waiting.length > 0 && !overdue) {
      timer ??= setTimeout(() => {
        [timer, overdue] = [undefined, true];
        pump();
      }, limits.lingerMs);
    }
  };

  return {
    flush: () => {
      isFlushing = true;
      pump();
    },
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        sum.rows += item.rows;
        sum.bytes += item.bytes;
        pump();
      }),
  };
}

/** Returns how many of the first entries fit one flush; at least one. */
function fitting(entries: readonly Entry<BatcherItem>[], limits: BatcherLimits): number {
  let [rows, bytes, count] = [0, 0, 0];
  for (const { item } of entries) {
    rows += item.rows;
    bytes += item.bytes;
    if (count > 0 && (rows > limits.maxRows || bytes > limits.maxBytes)) break;
    count += 1;
  }
  return count;
}
