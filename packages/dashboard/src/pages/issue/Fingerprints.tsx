import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Link } from '../../components/Link';
import { Time } from '../../components/Time';
import { formatCount, plural } from '../../lib/format';
import { showToast } from '../../lib/toasts';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import { LIST, READ, type IssueDetail } from '../issues/issue';
import styles from './IssuePage.module.css';

/** The fingerprints of an issue: what groups its events, and how to take it apart. */
export function Fingerprints({ issue }: { readonly issue: IssueDetail }) {
  const params = useProject();
  const canWrite = useHasRole(params.org, 'member');
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<string>();
  const unmerge = async (): Promise<void> => {
    const { data } = await callApi('POST /api/0/projects/{org}/{project}/issues/{issueId}/unmerge', {
      params: { ...params, issueId: issue.id },
      body: { fingerprints: [leaving ?? ''] },
    });
    showToast({ tone: 'good', text: `The fingerprint is in ${plural(data.length - 1, 'other issue')} now.` });
    const keys = [operationKey(LIST), operationKey(READ)];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return (
    <section className={styles.card} aria-labelledby="fingerprints">
      <header className={styles.cardHead}>
        <h2 id="fingerprints">Grouping</h2>
        <span className={styles.quiet}>{plural(issue.fingerprints.length, 'fingerprint')}</span>
      </header>
      <ul className={styles.values}>
        {issue.fingerprints.map((fingerprint) => (
          <Fingerprint
            key={fingerprint.hash}
            {...fingerprint}
            takeOut={canWrite && issue.fingerprints.length > 1 ? setLeaving : undefined}
          />
        ))}
      </ul>
      {issue.fingerprints.length > 1 ? null : (
        <p className={styles.none}>
          To merge this issue with others, select them in{' '}
          <Link to="issues" className={text.link}>
            the list
          </Link>
          .
        </p>
      )}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        close={() => setLeaving(undefined)}
        title="Take this fingerprint out of the issue?"
        effects="Its events, and later ones with it, belong to the issue it was merged from, or to a new one. Only a merge brings them back."
        action="Take out"
        confirm={unmerge}
      />
    </section>
  );
}

interface FingerprintProps extends Pick<IssueDetail['fingerprints'][number], 'hash' | 'count' | 'lastSeen'> {
  readonly takeOut: ((hash: string) => void) | undefined;
}

const Fingerprint = ({ hash, count, lastSeen, takeOut }: FingerprintProps) => (
  <li>
    <span className={styles.value}>
      <code className={styles.word} title={hash}>
        {hash}
      </code>
      <span className={styles.quiet} title="Events of all time">
        {formatCount(count)}
      </span>
    </span>
    <span className={styles.value}>
      <span className={styles.quiet}>
        last seen <Time at={lastSeen} />
      </span>
      {takeOut === undefined ? null : (
        <Button size="small" tone="quiet" onClick={() => takeOut(hash)}>
          Take out
        </Button>
      )}
    </span>
  </li>
);
