import { formatAge } from '../lib/format';
import { formatDayMinutes, formatTime, formatUtc } from '../lib/formatTime';

/** A time: its age, or to the minute; to the millisecond and in UTC on hover. */
export function Moment({ at, full = false }: { readonly at: string | null; readonly full?: boolean }) {
  if (at === null) return <>–</>;
  const time = new Date(at);
  return (
    <time dateTime={at} title={`${formatTime(time)} · ${formatUtc(time)}`}>
      {full ? formatDayMinutes(time) : `${formatAge(Date.now() - time.getTime())} ago`}
    </time>
  );
}
