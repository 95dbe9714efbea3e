/** Where a stream of logs goes on. */
export interface TailPosition {
  /** `horizon` of the last read. */
  readonly horizon: string;
  /** When it was read, milliseconds since 1970. */
  readonly readMs: number;
}

/** Returns the id of an event. */
export const writeTailPosition = ({ horizon, readMs }: TailPosition): string => `${horizon}-${readMs}`;

/** Returns the position of an event's id; `null` if it is none. */
export function readTailPosition(id: string): TailPosition | null {
  const [, horizon, ms] = /^(\d{1,18})-(\d{1,15})$/.exec(id) ?? [];
  return horizon === undefined ? null : { horizon, readMs: Number(ms) };
}
