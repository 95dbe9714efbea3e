import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetRefreshes, useRefreshProblem } from '../api/refreshProblem';
import { refetchRanged } from '../api/useRefresh';
import { Button } from '../components/Button';
import { formatMinutes } from '../lib/formatTime';
import styles from './RefreshNote.module.css';

/** Says that the page shows what was known some time ago, why, and offers to read it anew. Renders nothing otherwise. */
export function RefreshNote() {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const problem = useRefreshProblem();
  useEffect(forgetRefreshes, [pathname]);
  if (problem === undefined) return null;
  return (
    <div className={styles.note} role="status">
      <p>
        Showing data as of {formatMinutes(new Date(problem.sinceMs))}. {problem.error.message}
      </p>
      <Button size="small" onClick={() => refetchRanged(client)}>
        Try again
      </Button>
    </div>
  );
}
