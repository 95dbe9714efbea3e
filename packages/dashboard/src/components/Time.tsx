import { useNow } from '../lib/clock';
import { formatAge } from '../lib/format';
import { formatClock, formatDay, formatDayMinutes, formatDayOfMonth, formatTime, formatUtc } from '../lib/formatTime';
import { MINUTE_MS } from '../lib/durations';

interface Props {
  /** ISO 8601, milliseconds, or a date. */
  readonly at: string | number | Date;
  /** `age`: `2 min ago`; `short`: `2 min`; `full`: day and time; `minute`: the same without seconds; `stamp`: without the year; `clock`: the time; `day`: the day. In the reader's zone. */
  readonly form?: Form;
  /** Before the time in the title: `Last seen`. */
  readonly what?: string;
}

type Form = 'age' | 'short' | 'full' | 'minute' | 'stamp' | 'clock' | 'day';

/** A time. Its title has the same time in the reader's zone and in UTC. An age moves on. */
export function Time({ form = 'age', ...props }: Props) {
  return form === 'age' || form === 'short' ? <Age form={form} {...props} /> : <Fixed form={form} {...props} />;
}

function Age({ at, form, what }: Props) {
  const age = Math.max(0, useNow() - new Date(at).getTime());
  const words = age < MINUTE_MS ? (form === 'short' ? 'now' : 'just now') : formatAge(age);
  return <Shown at={at} what={what} words={form === 'short' || age < MINUTE_MS ? words : `${words} ago`} />;
}

const WORDS: Readonly<Record<Exclude<Form, 'age' | 'short'>, (time: Date) => string>> = {
  full: formatTime,
  minute: formatDayMinutes,
  stamp: (time) => `${formatDayOfMonth(time)} ${formatClock(time)}`,
  clock: formatClock,
  day: formatDay,
};

function Fixed({ at, form, what }: Props & { readonly form: keyof typeof WORDS }) {
  const time = new Date(at);
  return <Shown at={at} what={what} words={Number.isNaN(time.getTime()) ? '' : WORDS[form](time)} />;
}

function Shown({ at, what, words }: { readonly at: Props['at']; readonly what?: string; readonly words: string }) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <span>unknown time</span>;
  const title = `${what === undefined ? '' : `${what} `}${formatTime(time)}\n${formatUtc(time)}`;
  return (
    <time dateTime={time.toISOString()} title={title}>
      {words}
    </time>
  );
}
