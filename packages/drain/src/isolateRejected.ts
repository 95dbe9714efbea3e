/** An item that the database rejects, and why. */
export interface RejectedItem<T> {
  readonly item: T;
  /** PostgreSQL's SQLSTATE, five characters; `null` if the error had none. */
  readonly sqlstate: string | null;
  readonly message: string;
}

/** Class of an error. */
export type Fault =
  | {
      readonly kind: 'data';
      readonly index: number | undefined;
      readonly sqlstate: string | null;
      readonly message: string;
    }
  | { readonly kind: 'other' };

/**
 * Runs `attempt` over all items. If the database rejects some, isolates them and runs `attempt` over all others. An item
 * that the error names is isolated at once; otherwise the items are halved until the bad one is alone. `attempt` must undo
 * itself when it fails (a savepoint). Resolves with the rejected items. Rejects with any error that the data did not cause.
 *
 * After a bad item the rest is tried in halves, so that n bad items cost n·log n writes instead of n².
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
