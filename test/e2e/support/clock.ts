import { letPass } from './waitFor.js';

const hourMs = 3_600_000;

/** Seconds from now to the top of the next UTC hour. */
export const secondsToHourEnd = (nowMs = Date.now()): number => Math.ceil((hourMs - (nowMs % hourMs)) / 1000);

/** Seconds from now to the end of the UTC calendar month. */
export function secondsToMonthEnd(nowMs = Date.now()): number {
  const now = new Date(nowMs);
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - nowMs) / 1000);
}

/** Makes sure that the UTC hour does not turn within the next `seconds`: caps and averages start anew there. */
export async function awayFromHourTurn(seconds = 15): Promise<void> {
  const left = secondsToHourEnd();
  if (left <= seconds) await letPass((left + 1) * 1000);
}

/** The start of the UTC hour that began `hoursAgo` hours before the current one. */
export const hourStart = (hoursAgo: number): string =>
  new Date(Math.floor(Date.now() / hourMs) * hourMs - hoursAgo * hourMs).toISOString();
