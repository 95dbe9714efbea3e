import { conditionKind } from '@sluice/alerts/kinds';
import { useQuery } from '@tanstack/react-query';
import { isMissing, reasonOf } from '../../api/apiError';
import { operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import text from '../../styles/text.module.css';
import { alertPage, issueOf } from './alertPage';
import styles from './Alerts.module.css';
import type { Firing } from './alertTypes';

const LONG_MS = 5 * 60_000;

/** What a firing is about, as a link; nothing if no page shows it. */
export function FiringSubjectLink({ org, firing }: { readonly org: string; readonly firing: Firing }) {
  const { project, kind, details } = firing;
  const page = alertPage({ org, project }, { ...firing, metric: metricOf({ kind, details }) });
  const issueId = issueOf(firing);
  if (page === undefined) return null;
  if (issueId !== undefined && project !== null) return <IssueLink {...{ org, project, issueId }} to={page.to} />;
  return (
    <>
      {' · '}
      <Link to={page.to} className={text.link}>
        {page.name}
      </Link>
    </>
  );
}

/** The name of the metric that a firing is about. */
function metricOf({ kind, details: { condition } }: Pick<Firing, 'kind' | 'details'>): string | undefined {
  const known = conditionKind(kind);
  if (known?.about !== 'series' || known.reads !== 'metrics') return undefined;
  const name: unknown =
    typeof condition === 'object' && condition !== null && 'name' in condition ? condition.name : '';
  return typeof name === 'string' && name !== '' ? name : undefined;
}

interface IssueProps {
  readonly org: string;
  readonly project: string;
  readonly issueId: string;
  readonly to: string;
}

/** The title of an issue: firings keep its id only. Several firings about one issue read it once. */
function IssueLink({ org, project, issueId, to }: IssueProps) {
  const { data, error, refetch } = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/issues/{issueId}', { params: { org, project, issueId } }),
    staleTime: LONG_MS,
    retry: false,
  });
  if (isMissing(error)) return <span className={styles.sentence}>an issue that no longer exists</span>;
  return (
    <span className={styles.issue}>
      <Link to={to} className={text.link}>
        {data?.title ?? 'The issue'}
      </Link>
      {error === null || data !== undefined ? null : (
        <span className={styles.sentence}>
          {' '}
          Its title could not be loaded. {reasonOf(error)}{' '}
          <Button size="small" tone="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </span>
      )}
    </span>
  );
}
