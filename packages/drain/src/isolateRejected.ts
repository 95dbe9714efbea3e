/** A row that the database does not take, and why. */
export interface RejectedItem<T> {
  readonly item: T;
  /** Five characters of PostgreSQL's; `null` where the error had none. */
  readonly sqlstate: string | null;
  readonly message: string;
}

/** What is known of a failed attempt: whose fault it is. */
export type Fault =
  | {
      readonly kind: 'data';
      readonly index: number | undefined;
      readonly sqlstate: string | null;
      readonly message: string;
    }
  | { readonly kind: 'other' };

/**
 * Runs `attempt` over all items; where bad data stops it, finds the bad ones and runs it over all others. An item that
 * the error names is set apart at once; where nothing is named the items are halved until it stands alone. `attempt`
 * must undo itself when it fails (a savepoint). A fault that is not the data's is thrown on, unchanged.
 *
 * After a bad item the rest is tried in halves: a wholly bad load then costs n·log n items written, not n².
 */
export async function isolateRejected<T>(
  items: readonly T[],
  attempt: (items: readonly T[]) => Promise<void>,
  faultOf: (error: unknown) => Fault,
): Promise<RejectedItem<T>[]> {
  if (items.length === 0) return [];
  try {
    await attempt(items);
    return [];
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind === 'other') throw error;
    const refused: RejectedItem<T>[] = [];
    const bad = items.length === 1 ? 0 : fault.index;
    const item = bad === undefined ? undefined : items[bad];
    const parts =
      item === undefined || bad === undefined ? halves(items) : [items.slice(0, bad), ...halves(items.slice(bad + 1))];
    if (item !== undefined) refused.push({ item, sqlstate: fault.sqlstate, message: fault.message });
    for (const part of parts) refused.push(...(await isolateRejected(part, attempt, faultOf)));
    return refused;
  }
}

function halves<T>(items: readonly T[]): (readonly T[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}
