import type { Column } from '../../components/tableTypes';
import { Link } from '../../components/Link';
import { Time } from '../../components/Time';
import { cx } from '../../lib/cx';
import text from '../../styles/text.module.css';
import styles from './LogsPage.module.css';
import type { Line } from './useLogTail';

/** Class of a level: a color and its name, so that color alone says nothing. */
export const levelClass = (level: string): string | undefined =>
  cx(styles.level, { fatal: styles.bad, error: styles.bad, warning: styles.warn }[level]);

/**
 * Returns the columns of the logs. A press on a message opens the line beside the list. The order is that of arrival, which
 * is the first column: clocks of programs differ, and a batch brings lines of some seconds.
 * @param hasDays whether the lines are of several days
 */
export const logColumns = (open: (id: string) => void, hasDays: boolean): readonly Column<Line>[] => [
  {
    id: 'arrived',
    head: 'Arrived ↓',
    width: hasDays ? '158px' : '112px',
    cell: ({ receivedAt }) => <Time at={receivedAt} form={hasDays ? 'stamp' : 'clock'} what="Arrived" />,
  },
  {
    id: 'time',
    head: 'Time',
    width: hasDays ? '158px' : '112px',
    hideBelow: 1100,
    isNamed: true,
    cell: ({ timestamp }) => <Time at={timestamp} form={hasDays ? 'stamp' : 'clock'} what="By the program" />,
  },
  {
    id: 'level',
    head: 'Level',
    width: '76px',
    cell: ({ level }) => <span className={levelClass(level)}>{level}</span>,
  },
  {
    id: 'message',
    head: 'Message',
    cell: ({ id, message }) => (
      <button type="button" data-title className={styles.message} onClick={() => open(id)}>
        {message}
      </button>
    ),
  },
  { id: 'env', head: 'Environment', width: '120px', hideBelow: 1100, cell: ({ environment }) => environment ?? '' },
  {
    id: 'trace',
    head: 'Trace',
    width: '92px',
    hideBelow: 800,
    cell: ({ traceId, spanId }) =>
      traceId === null ? null : (
        <Link
          to={`traces/${encodeURIComponent(traceId)}`}
          search={{ span: spanId ?? undefined }}
          className={cx(text.link, text.mono)}
        >
          {traceId.slice(0, 8)}
        </Link>
      ),
  },
];
