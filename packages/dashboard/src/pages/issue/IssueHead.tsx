import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import { Time } from '../../components/Time';
import { useKeys } from '../../lib/useKeys';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import { AssignPicker, IgnoreMenu, ResolveMenu } from '../issues/ChangeMenus';
import { CulpritMark } from '../issues/CulpritMark';
import { splitTitle, type IssueChange, type IssueDetail } from '../issues/issue';
import { IssueBadges } from '../issues/IssueBadges';
import styles from './IssuePage.module.css';

interface Props {
  readonly issue: IssueDetail;
  readonly change: (change: IssueChange) => void;
}

/** What the issue is, its state, and what can be done with it. */
export function IssueHead({ issue, change }: Props) {
  const [type, message] = splitTitle(issue.title);
  return (
    <header className={styles.head}>
      <div className={styles.what}>
        <p className={styles.over}>
          <Link to="issues" className={text.link}>
            Issues
          </Link>
          <span>
            first seen <Time at={issue.total.firstSeen} />
            {issue.firstRelease === null ? null : (
              <>
                {', '}introduced in release{' '}
                <Link to={`releases/${encodeURIComponent(issue.firstRelease)}`} className={text.link}>
                  {issue.firstRelease}
                </Link>
              </>
            )}
          </span>
          <span>
            last seen <Time at={issue.total.lastSeen} />
          </span>
        </p>
        <h1 className={styles.type}>
          {type} <IssueBadges issue={issue} isAlways />
        </h1>
        <p className={styles.message}>
          {message}
          {issue.culprit === null ? null : (
            <>
              {' '}
              <span className={styles.quiet}>in</span> <code>{issue.culprit}</code> <CulpritMark issue={issue} />
            </>
          )}
        </p>
      </div>
      <Actions issue={issue} change={change} />
    </header>
  );
}

function Actions({ issue, change }: Props) {
  const { org } = useProject();
  const canWrite = useHasRole(org, 'member');
  const isOpen = issue.status === 'open';
  useKeys(
    {
      e: () => change({ status: 'resolved' }),
      i: () => change({ status: 'ignored' }),
      r: isOpen ? undefined : () => change({ status: 'open' }),
    },
    { enabled: canWrite && issue.mergedInto === null },
  );
  if (issue.mergedInto !== null) {
    return (
      <p className={styles.quiet}>
        Merged into{' '}
        <Link to={`issues/${issue.mergedInto}`} className={text.link}>
          another issue
        </Link>
      </p>
    );
  }
  if (!canWrite) return <p className={styles.quiet}>Viewers cannot change issues. Ask an admin for the role member.</p>;
  return (
    <div className={styles.actions}>
      <Button onClick={() => document.querySelector<HTMLElement>('[data-comment]')?.focus()}>Comment</Button>
      <AssignPicker change={change} assignee={issue.assignee} />
      {isOpen ? (
        <>
          <IgnoreMenu change={change} />
          <span className={styles.split}>
            <Button tone="primary" title="Resolve (e)" onClick={() => change({ status: 'resolved' })}>
              Resolve
            </Button>
            <ResolveMenu change={change} release={issue.lastRelease} />
          </span>
        </>
      ) : (
        <Button tone="primary" title="Reopen (r)" onClick={() => change({ status: 'open' })}>
          Reopen
        </Button>
      )}
    </div>
  );
}
