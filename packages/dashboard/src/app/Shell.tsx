import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/apiError';
import { sessionQuery } from '../api/session';
import { ErrorState } from '../components/ErrorState';
import { writeLastProject } from '../lib/lastProject';
import { Drawer } from './Drawer';
import { GlobalKeys } from './GlobalKeys';
import { MissingPlace } from './MissingPlace';
import { RangeProblem } from './RangeProblem';
import { RefreshNote } from './RefreshNote';
import { Sidebar } from './Sidebar';
import { TopBar } from './TopBar';
import { useKnownPlace } from './useKnownPlace';
import styles from './Shell.module.css';

/** What surrounds every page behind the sign-in: navigation, search, and what all pages of a project filter by. */
export function Shell() {
  const session = useQuery(sessionQuery);
  if (session.error instanceof ApiError && session.error.status === 401) {
    return <ToSignIn />;
  }
  if (session.data !== undefined) return <Frame />;
  if (session.error === null) return <div className={styles.shell} aria-busy="true" />;
  return (
    <div className={styles.alone}>
      <ErrorState title="Sluice could not be loaded" error={session.error} retry={() => void session.refetch()} />
    </div>
  );
}

/** Opens the sign-in, which returns to this URL. Once: while its code loads, the location is the sign-in already. */
function ToSignIn() {
  const { href } = useLocation();
  const [navigation] = useState(() => <Navigate to="/sign-in" search={{ next: href }} replace />);
  return navigation;
}

function Frame() {
  const main = useRef<HTMLElement>(null);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  const {
    place: { org, project },
    missing,
  } = useKnownPlace();
  useEffect(() => setDrawerOpen(false), [pathname]);
  useEffect(() => {
    if (org !== undefined && project !== undefined) writeLastProject(`${org}/${project}`);
  }, [org, project]);
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <div className={styles.rail}>
        <Sidebar />
      </div>
      <Drawer isOpen={isDrawerOpen} close={() => setDrawerOpen(false)}>
        <Sidebar />
      </Drawer>
      <div className={styles.column}>
        <TopBar openMenu={() => setDrawerOpen(true)} />
        <main ref={main} tabIndex={-1} className={styles.page}>
          <RangeProblem />
          {missing === undefined ? <Outlet /> : <MissingPlace name={missing} />}
        </main>
      </div>
      <RefreshNote />
      <GlobalKeys />
    </div>
  );
}
