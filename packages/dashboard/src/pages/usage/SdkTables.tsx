import { useEffect, type ReactNode } from 'react';
import type { ResponseOf } from '../../api/callApi';
import { Section } from '../../components/Section';
import { formatCount, plural } from '../../lib/format';
import styles from './Usage.module.css';

type Stats = ResponseOf<'GET /api/0/projects/{org}/{project}/stats'>;

/** What Sentry SDKs report to have dropped, by category and reason; nothing if there is none. */
export function DroppedBySdks({ dropped }: { readonly dropped: Stats['droppedBySdks'] }) {
  if (dropped.length === 0) return null;
  return (
    <SdkSection
      id="dropped-by-sdks"
      title="Dropped by SDKs"
      counts={dropped}
      about="Sentry SDKs report that they dropped these before sending them, for a reason of their own or because of a limit of Sluice."
    >
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col">Reason</th>
          <th scope="col" className={styles.number}>
            Dropped
          </th>
        </tr>
      </thead>
      <tbody>
        {dropped.map(({ category, reason, count }) => (
          <tr key={JSON.stringify([category, reason])}>
            <th scope="row" className={styles.code}>
              <code>{category}</code>
            </th>
            <td className={styles.code}>
              <code>{reason}</code>
            </td>
            <td className={styles.number}>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </SdkSection>
  );
}

/** Items of Sentry SDKs that Sluice does not store, by type; nothing if there are none. */
export function NotTaken({ items }: { readonly items: Stats['notTaken'] }) {
  if (items.length === 0) return null;
  return (
    <SdkSection
      id="not-taken"
      title="Not taken"
      counts={items}
      about="Sluice does not store these items of Sentry SDKs. It asks SDKs not to send them for a day."
    >
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className={styles.number}>
            Received
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ name, count }) => (
          <tr key={name}>
            <th scope="row" className={styles.code}>
              <code>{name}</code>
            </th>
            <td className={styles.number}>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </SdkSection>
  );
}

interface Props {
  readonly id: string;
  readonly title: string;
  readonly counts: readonly { readonly count: number }[];
  /** A sentence below the table. */
  readonly about: string;
  /** The parts of the table. */
  readonly children: ReactNode;
}

function SdkSection({ id, title, counts, about, children }: Props) {
  useEffect(() => {
    // The router scrolled before there were counts.
    if (location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView();
  }, [id]);
  return (
    <Section id={id} title={title} note={`${plural(sumOf(counts), 'item')}, in no other count`} isFlush>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={title}>
        <table className={styles.table}>{children}</table>
      </div>
      <p className={styles.below}>{about}</p>
    </Section>
  );
}

const sumOf = (counts: Props['counts']): number => counts.reduce((sum, { count }) => sum + count, 0);
