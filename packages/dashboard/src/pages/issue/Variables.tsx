import { Fragment } from 'react';
import { plural } from '../../lib/format';
import type { Frame } from './event';
import styles from './Variables.module.css';

interface Props {
  readonly vars: NonNullable<Frame['vars']>;
  readonly isOpen: boolean;
}

/** Local variables of a frame, as the program printed them. */
export const Variables = ({ vars, isOpen }: Props) => (
  <details className={styles.variables} open={isOpen}>
    <summary className={styles.head}>
      Variables <span className={styles.count}>{plural(Object.keys(vars).length, 'value')}</span>
    </summary>
    <dl className={styles.values}>
      {Object.entries(vars).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  </details>
);
