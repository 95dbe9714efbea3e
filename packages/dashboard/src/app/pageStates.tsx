import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorState } from '../components/ErrorState';
import { Link } from '../components/Link';
import { PageHead } from '../components/PageHead';
import { Skeleton } from '../components/Skeleton';
import { reloadIfServed, reloadOnceFor } from '../lib/loadCode';
import { showToast } from '../lib/toasts';
import text from '../styles/text.module.css';
import styles from './pageStates.module.css';

/**
 * Shown if a page fails or its code cannot be loaded: a retry loads the page anew, unless the server does not answer. After a
 * deployment it is loaded anew at once.
 */
export function PageError({ error }: ErrorComponentProps) {
  const [isReloading, setReloading] = useState(false);
  useEffect(() => setReloading(reloadOnceFor(error)), [error]);
  if (isReloading) return <PagePending />;
  return <ErrorState title="This page could not be shown" error={error} retry={() => void reload()} />;
}

async function reload(): Promise<void> {
  if (!(await reloadIfServed())) {
    showToast({ tone: 'bad', text: 'The server still cannot be reached.', topic: 'code' });
  }
}

/** Shown for a URL without a page. */
export const PageMissing = () => (
  <>
    <PageHead title="There is no such page" />
    <p className={styles.why}>The address may be mistyped, or what it named was deleted.</p>
    <Link to="/" className={text.link}>
      Open your projects
    </Link>
  </>
);

/** Shown while the code of a page loads, in the size of its head and first rows. */
export const PagePending = () => (
  <div className={styles.pending} aria-busy="true" aria-label="Loading">
    <Skeleton width="180px" height="24px" />
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} height="20px" />
    ))}
  </div>
);
