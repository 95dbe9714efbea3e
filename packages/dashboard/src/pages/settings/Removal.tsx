import type { ReactNode } from 'react';
import { KeyValue } from '../../components/KeyValue';
import styles from './Removal.module.css';

interface Props {
  /** What happens, in one or two sentences. */
  readonly lead: string;
  /** What is removed, what stays, how long it takes. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** What a permanent deletion removes and what it leaves, for its confirmation. */
export const Removal = ({ lead, facts }: Props) => (
  <div className={styles.removal}>
    <p>{lead}</p>
    <KeyValue pairs={facts} />
  </div>
);
