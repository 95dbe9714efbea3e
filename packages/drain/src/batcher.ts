/** Something that is written together with others. */
export interface BatcherItem {
  readonly rows: number;
  readonly bytes: number;
}

/** When gathered work is worth a write, and how much of it may be under way. */
export interface BatcherLimits {
  /** A write begins at so many rows. */
  readonly minRows: number;
  /** A write holds no more rows, except where one item alone does. */
  readonly maxRows: number;
  /** A write begins at so many bytes, and holds no more, except where one item alone does. */
  readonly maxBytes: number;
  /** A write begins at so many items: of whoever hands out no more until some are settled, the rest would be waited for in vain. */
  readonly minItems: number;
  /** A write begins so many milliseconds after its first item came, however small it is. */
  readonly lingerMs: number;
  /** Writes in flight at once. */
  readonly maxFlushes: number;
}

/** Collects items of work until a write is worth it. */
export interface Batcher<W> {
  /** Settles as the write that holds `item` does. */
  readonly add: (item: W) => Promise<void>;
  /** From now on nothing waits for company: what is held is written at once, what comes later too. */
  readonly flush: () => void;
}

interface Entry<W> {
  readonly item: W;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers items by rows, bytes, number and milliseconds, whichever comes first, and hands them to `write` in the order
 * they came. A item that comes while nothing is written waits for nobody, unless the last write held more than one: then
 * more are on their way. While all writers are busy items go on gathering, up to `maxRows` a write: load makes writes
 * larger, not more.
 */
export function createBatcher<W extends BatcherItem>(
  limits: BatcherLimits,
  write: (items: readonly W[]) => Promise<void>,
): Batcher<W> {
  const waiting: Entry<W>[] = [];
  const sum = { rows: 0, bytes: 0 };
  let [writing, overdue, hurried, quiet] = [0, false, false, true];
  let timer: NodeJS.Timeout | undefined;

  const isDue = (): boolean => waiting.length > 0 && (hurried || overdue || (quiet && writing === 0) || isEnough());

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
      hurried = true;
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

/** How many of the first entries fit one write; at least one. */
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
