import type { TailPosition } from './sql/createLogTail.js';

/** Returns the id of an event. */
export const writeTailPosition = ({ horizon, sinceMs }: TailPosition): string => `${horizon}-${sinceMs}`;

/** Returns the position of an event's id; `null` if the id is invalid. */
export function readTailPosition(id: string): TailPosition | null {
  const [, horizon, ms] = /^(\d{1,18})-(\d{1,15})$/.exec(id) ?? [];
  return horizon === undefined ? null : { horizon, sinceMs: Number(ms) };
}
