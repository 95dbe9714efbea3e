import { useEffect, useState } from 'react';
import { formatAge } from '../lib/format';
import { formatClock, formatDay, formatDayMinutes, formatDayOfMonth, formatTime, formatUtc } from '../lib/formatTime';

interface Props {
  /** ISO 8601, milliseconds, or a date. */
  readonly at: string | number | Date;
  /** `age`: `2 min ago`; `short`: `2 min`; `full`: day and time; `minute`: the same without seconds; `stamp`: without the year; `clock`: the time; `day`: the day. In the reader's zone. */
  readonly form?: 'age' | 'short' | 'full' | 'minute' | 'stamp' | 'clock' | 'day';
}

const MINUTE = 60_000;

/** A time. Its title has the same time in the reader's zone and in UTC. */
export function Time({ at, form = 'age' }: Props) {
  const time = new Date(at);
  const isRelative = form === 'age' || form === 'short';
  const now = useMinutes(isRelative);
  if (Number.isNaN(time.getTime())) return <span>unknown time</span>;
  const age = Math.max(0, now - time.getTime());
  const texts = {
    age: () => (age < MINUTE ? 'just now' : `${formatAge(age)} ago`),
    short: () => formatAge(age),
    full: () => formatTime(time),
    minute: () => formatDayMinutes(time),
    stamp: () => `${formatDayOfMonth(time)} ${formatClock(time)}`,
    clock: () => formatClock(time),
    day: () => formatDay(time),
  };
  return (
    <time dateTime={time.toISOString()} title={`${formatTime(time)}\n${formatUtc(time)}`}>
      {texts[form]()}
    </time>
  );
}

/** Returns the present, again every minute. */
function useMinutes(isEnabled: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isEnabled) return undefined;
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, [isEnabled]);
  return now;
}
