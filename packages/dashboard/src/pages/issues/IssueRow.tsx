import { Link } from '../../components/Link';
import { Sparkline } from '../../components/Sparkline';
import { Time } from '../../components/Time';
import { cx } from '../../lib/cx';
import { formatCompact, formatCount } from '../../lib/format';
import text from '../../styles/text.module.css';
import { CulpritMark } from './CulpritMark';
import { splitTitle, type Issue } from './issue';
import { IssueBadges } from './IssueBadges';
import styles from './IssuesPage.module.css';

interface Props {
  readonly issue: Issue;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  /** Name of the user who takes care of it. */
  readonly assignee: string | undefined;
  readonly toggle: (id: string) => void;
}

/** An issue in the list. */
export function IssueRow({ issue, isCurrent, isSelected, assignee, toggle }: Props) {
  const [type, message] = splitTitle(issue.title);
  const least = issue.approximate ? '≥ ' : '';
  return (
    <tr
      className={cx(styles.row, isCurrent && styles.current, isSelected && styles.selected)}
      data-current={isCurrent || undefined}
    >
      <td className={styles.check}>
        <input
          type="checkbox"
          checked={isSelected}
          onChange={() => toggle(issue.id)}
          aria-label={`Select ${issue.title}`}
        />
      </td>
      <td className={styles.issue}>
        <Link to={`issues/${issue.id}`} className={styles.title} title={issue.title}>
          <IssueBadges issue={issue} /> <b>{type}</b> <span className={styles.message}>{message}</span>
        </Link>
        <div className={styles.where}>
          <span className={styles.culprit} title={issue.culprit ?? undefined}>
            {issue.culprit ?? 'no place known'}
          </span>
          <CulpritMark issue={issue} />
          {assignee === undefined ? null : <span className={styles.assignee}>{assignee}</span>}
        </div>
      </td>
      <td className={styles.bars}>
        <IssueBars issue={issue} />
      </td>
      <td className={styles.number} data-unit={issue.count === 1 ? 'event' : 'events'}>
        {formatCount(issue.count)}
      </td>
      <td
        className={styles.number}
        data-unit={issue.users === 1 ? 'user' : 'users'}
        title={issue.approximate ? 'At least: only the newest events were read' : undefined}
      >
        {least}
        {formatCount(issue.users)}
      </td>
      <td className={cx(styles.release, text.clip)} title={issue.lastRelease ?? undefined}>
        {issue.lastRelease ?? <span className={text.quiet}>none</span>}
      </td>
      <td className={styles.age}>
        <Time at={issue.lastSeen} form="short" what="Last seen" />
        <br />
        <span className={text.quiet}>
          <Time at={issue.total.firstSeen} form="short" what="First seen" />
        </span>
      </td>
    </tr>
  );
}

/** Events over time, with the number of the highest bar: each row scales to its own. */
function IssueBars({ issue: { series, count, status, ...issue } }: { readonly issue: Issue }) {
  const most = Math.max(0, ...series.counts);
  return (
    <div className={styles.series}>
      <Sparkline
        values={series.counts}
        label={`Events by ${series.interval}: ${formatCount(count)}, most ${formatCount(most)}`}
        tone={status === 'open' && (issue.new || issue.regressed) ? 'bad' : 'plain'}
      />
      <span
        className={styles.most}
        title={`Most events in one ${series.interval}: ${formatCount(most)}`}
        aria-hidden="true"
      >
        {formatCompact(most)}
      </span>
    </div>
  );
}
