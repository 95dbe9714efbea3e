/** Something that is written together with others. */
export interface Weighed {
  readonly rows: number;
  readonly bytes: number;
}

/** When gathered work is worth a write, and how much of it may be under way. */
export interface GatherLimits {
  /** A write begins at so many rows. */
  readonly minRows: number;
  /** A write holds no more rows, except where one piece alone does. */
  readonly maxRows: number;
  /** A write begins at so many bytes, and holds no more, except where one piece alone does. */
  readonly maxBytes: number;
  /** A write begins at so many pieces: of whoever hands out no more until some are settled, the rest would be waited for in vain. */
  readonly enoughPieces: number;
  /** A write begins so many milliseconds after its first piece came, however small it is. */
  readonly maxWaitMs: number;
  /** Writes in flight at once. */
  readonly writers: number;
}

/** Collects pieces of work until a write is worth it. */
export interface Gatherer<W> {
  /** Settles as the write that holds `piece` does. */
  readonly add: (piece: W) => Promise<void>;
  /** From now on nothing waits for company: what is held is written at once, what comes later too. */
  readonly hurry: () => void;
}

interface Entry<W> {
  readonly piece: W;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers pieces by rows, bytes, number and milliseconds, whichever comes first, and hands them to `write` in the order
 * they came. A piece that comes while nothing is written waits for nobody, unless the last write held more than one: then
 * more are on their way. While all writers are busy pieces go on gathering, up to `maxRows` a write: load makes writes
 * larger, not more.
 */
export function createGatherer<W extends Weighed>(
  limits: GatherLimits,
  write: (pieces: readonly W[]) => Promise<void>,
): Gatherer<W> {
  const waiting: Entry<W>[] = [];
  const sum = { rows: 0, bytes: 0 };
  let [writing, overdue, hurried, quiet] = [0, false, false, true];
  let timer: NodeJS.Timeout | undefined;

  const isWorthIt = (): boolean => waiting.length > 0 && (hurried || overdue || (quiet && writing === 0) || isEnough());

  const isEnough = (): boolean =>
    sum.rows >= limits.minRows || sum.bytes >= limits.maxBytes || waiting.length >= limits.enoughPieces;

  const take = (): Entry<W>[] => {
    const count = fitting(waiting, limits);
    const taken = waiting.splice(0, count);
    for (const { piece } of taken) {
      sum.rows -= piece.rows;
      sum.bytes -= piece.bytes;
    }
    clearTimeout(timer);
    [timer, overdue, quiet] = [undefined, false, taken.length === 1];
    return taken;
  };

  const run = async (entries: readonly Entry<W>[]): Promise<void> => {
    try {
      await write(entries.map(({ piece }) => piece));
      for (const { resolve } of entries) resolve();
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
    writing -= 1;
    pump();
  };

  const pump = (): void => {
    while (writing < limits.writers && isWorthIt()) {
      const entries = take();
      writing += 1;
      void run(entries);
    }
    if (waiting.length > 0 && !overdue) {
      timer ??= setTimeout(() => {
        [timer, overdue] = [undefined, true];
        pump();
      }, limits.maxWaitMs);
    }
  };

  return {
    hurry: () => {
      hurried = true;
      pump();
    },
    add: (piece) =>
      new Promise((resolve, reject) => {
        waiting.push({ piece, resolve, reject });
        sum.rows += piece.rows;
        sum.bytes += piece.bytes;
        pump();
      }),
  };
}

/** How many of the first entries fit one write; at least one. */
function fitting(entries: readonly Entry<Weighed>[], limits: GatherLimits): number {
  let [rows, bytes, count] = [0, 0, 0];
  for (const { piece } of entries) {
    rows += piece.rows;
    bytes += piece.bytes;
    if (count > 0 && (rows > limits.maxRows || bytes > limits.maxBytes)) break;
    count += 1;
  }
  return count;
}
