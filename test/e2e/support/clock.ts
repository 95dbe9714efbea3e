const hourMs = 3_600_000;

/** Seconds from now to the top of the next UTC hour. */
export const secondsToHourEnd = (nowMs = Date.now()): number => Math.ceil((hourMs - (nowMs % hourMs)) / 1000);

/** Seconds from now to the end of the UTC calendar month. */
export function secondsToMonthEnd(nowMs = Date.now()): number {
  const now = new Date(nowMs);
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - nowMs) / 1000);
}

/**
 * Runs `body`, and once more if it failed and a UTC hour began meanwhile, because caps and averages start again then.
 * `body` creates its project, so that it can run twice.
 */
export async function withinHour<T>(body: () => Promise<T>): Promise<T> {
  const hour = hourStart(0);
  try {
    return await body();
  } catch (error) {
    if (hourStart(0) === hour) throw error;
    return body();
  }
}

/** The start of the UTC hour that began `hoursAgo` hours before the current one. */
export const hourStart = (hoursAgo: number): string =>
  new Date(Math.floor(Date.now() / hourMs) * hourMs - hoursAgo * hourMs).toISOString();

const loadedMs = Date.now();

/**
 * A time today, near enough to the arrival of events that it orders them: `12:00` is an hour before this module was loaded, and
 * `11:30` half an hour before that.
 */
export function recently(clock: string): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return new Date(loadedMs - 13 * hourMs + hours * hourMs + minutes * 60_000).toISOString();
}
