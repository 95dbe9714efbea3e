/** Longest name under which an entry is counted. */
const MAX_NAME = 100;

/** A row of a filter: an entry, and the events that it dropped. */
export interface EntryRow {
  readonly entry: string;
  /** `new`: not saved yet; `gone`: no longer in the list, but it dropped events in the range. */
  readonly state: 'saved' | 'new' | 'gone';
  readonly count: number;
}

interface Lists {
  /** Entries as they are edited. */
  readonly list: readonly string[];
  readonly saved: readonly string[];
  /** Events by the name of the entry, which is cut to 100 characters. */
  readonly counts: readonly { readonly entry: string; readonly count: number }[];
}

/** Returns the rows of a filter in the order of its entries; then what entries dropped that are no longer in it. */
export function entryRows({ list, saved, counts }: Lists): readonly EntryRow[] {
  const left = new Map(counts.map(({ entry, count }) => [entry, count]));
  const rows = list.map((entry): EntryRow => {
    const name = entry.slice(0, MAX_NAME);
    const count = left.get(name) ?? 0;
    // Entries that begin alike are counted together: with the first of them.
    left.delete(name);
    return { entry, count, state: saved.includes(entry) ? 'saved' : 'new' };
  });
  return [...rows, ...[...left].map(([entry, count]): EntryRow => ({ entry, count, state: 'gone' }))];
}
