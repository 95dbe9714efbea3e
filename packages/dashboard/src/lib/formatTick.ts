import { formatDayOfMonth, formatMinutes } from './formatTime';

/** The label of a tick of a time axis: the hour, or the day at midnight and at the first tick. In the reader's zone, or in another. */
export function formatTick(time: number, previous: number, zone?: string): string {
  const date = new Date(time);
  const day = (at: Date): string => formatDayOfMonth(at, zone);
  const isNewDay = Number.isNaN(previous) || day(date) !== day(new Date(previous));
  const minutes = formatMinutes(date, zone);
  if (minutes === '00:00') return day(date);
  return isNewDay ? `${day(date)} ${minutes}` : minutes;
}
