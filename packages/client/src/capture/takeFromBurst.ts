/** Exceptions at once. */
const MOST = 100;
/** Milliseconds after which there may be one more. */
const EVERY_MS = 100;

let left = MOST;
let countedAt = 0;

/** Whether another exception may be sent now: a hundred at once, and ten a second after them. */
export function takeFromBurst(): boolean {
  const now = Date.now();
  left = Math.min(MOST, left + Math.max(0, now - countedAt) / EVERY_MS);
  countedAt = now;
  if (left < 1) return false;
  left--;
  return true;
}
