import { Fragment, type ReactNode } from 'react';
import styles from './KeyValue.module.css';

interface Props {
  /** Name and value; pairs without a value are left out. */
  readonly pairs: readonly (readonly [name: string, value: ReactNode])[];
}

/** Facts about one thing: names before values. */
export const KeyValue = ({ pairs }: Props) => (
  <dl className={styles.pairs}>
    {pairs
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
  </dl>
);
