import { formatDayOfMonth } from '../lib/formatTime';
import { plural } from '../lib/format';
import styles from './Uncounted.module.css';

/** Says which days of the range have events that are not in the counts yet. Renders nothing if there are none. */
export function Uncounted({ days = [] }: { readonly days?: readonly string[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const nameOf = (day: string): string => formatDayOfMonth(new Date(day), 'UTC');
  return (
    <p className={styles.note} role="status">
      <b>Not complete:</b>{' '}
      {days.length === 1 ? nameOf(first) : `${plural(days.length, 'day')} from ${nameOf(first)} to ${nameOf(last)}`}{' '}
      {days.length === 1 ? 'has' : 'have'} events that are not counted yet. They are counted within ten minutes; this
      page follows.
    </p>
  );
}

/** Reads counts again while days are missing: `refetchInterval` of a query. */
export const whileUncounted = ({
  state,
}: {
  readonly state: { readonly data?: { readonly uncounted: readonly string[] } | undefined };
}): number | false => ((state.data?.uncounted.length ?? 0) > 0 ? 15_000 : false);
