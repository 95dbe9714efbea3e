import { Link } from '../../components/Link';
import { Sparkline } from '../../components/Sparkline';
import { Time } from '../../components/Time';
import { cx } from '../../lib/cx';
import { formatCount } from '../../lib/format';
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
        <Sparkline
          values={issue.series.counts}
          label={`Events by ${issue.series.interval}: ${formatCount(issue.count)}, most ${formatCount(Math.max(0, ...issue.series.counts))}`}
          tone={issue.status === 'open' && (issue.new || issue.regressed) ? 'bad' : 'plain'}
        />
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
