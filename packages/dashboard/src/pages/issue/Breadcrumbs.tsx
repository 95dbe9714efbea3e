import { useState } from 'react';
import { Button } from '../../components/Button';
import { cx } from '../../lib/cx';
import { exceptionTitle } from '../../lib/exceptionTitle';
import { formatDuration, plural } from '../../lib/format';
import { formatTime } from '../../lib/formatTime';
import { readBreadcrumbs, type EventDetail } from './event';
import styles from './IssuePage.module.css';

const FEW = 12;

/** What happened before the event, the latest first, with the time up to it. */
export function Breadcrumbs({ event }: { readonly event: EventDetail }) {
  const [isWhole, setWhole] = useState(false);
  const crumbs = readBreadcrumbs(event.breadcrumbs);
  const end = Date.parse(event.timestamp);
  const shown = isWhole ? crumbs : crumbs.slice(0, FEW);
  return (
    <section className={styles.card} aria-labelledby="breadcrumbs">
      <header className={styles.cardHead}>
        <h2 id="breadcrumbs">
          Breadcrumbs <span className={styles.quiet}>latest first</span>
        </h2>
      </header>
      {crumbs.length === 0 ? (
        <p className={styles.none}>The event has no breadcrumbs.</p>
      ) : (
        <ol className={styles.crumbs}>
          <li className={cx(styles.crumb, styles.bad)}>
            <span className={styles.when}>0 s</span>
            <span className={styles.category}>exception</span>
            <span className={styles.said}>{exceptionTitle(event)}</span>
          </li>
          {shown.map(({ timestamp, category, level, text }, index) => (
            <li key={index} className={cx(styles.crumb, (level === 'error' || level === 'fatal') && styles.bad)}>
              <span
                className={styles.when}
                title={timestamp === undefined ? undefined : formatTime(new Date(timestamp))}
              >
                {timestamp === undefined ? '' : `−${formatDuration(Math.max(0, end - Date.parse(timestamp)))}`}
              </span>
              <span className={styles.category}>{category}</span>
              <span className={styles.said}>{text}</span>
            </li>
          ))}
        </ol>
      )}
      {crumbs.length > shown.length ? (
        <p className={styles.more}>
          <Button size="small" tone="quiet" onClick={() => setWhole(true)}>
            Show {plural(crumbs.length - shown.length, 'more breadcrumb')}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
