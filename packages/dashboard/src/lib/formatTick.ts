import { formatMinutes } from './formatTime';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The label of a tick of a time axis: the hour, or the day at midnight and at the first tick. In the reader's zone. */
export function formatTick(time: number, previous: number): string {
  const date = new Date(time);
  const isNewDay = Number.isNaN(previous) || DAY.format(date) !== DAY.format(new Date(previous));
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  if (isMidnight) return DAY.format(date);
  return isNewDay ? `${DAY.format(date)} ${formatMinutes(date)}` : formatMinutes(date);
}
