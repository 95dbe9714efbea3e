import { cx } from '../lib/cx';
import styles from './UserLabel.module.css';

interface Props {
  /** The key. */
  readonly user: string;
  readonly userName: string | null;
  /** The key below the name, in the rows of a table. */
  readonly isStacked?: boolean;
}

/** A project user: by name, with the key beside it; by key if no name is known. */
export const UserLabel = ({ user, userName, isStacked = false }: Props) =>
  userName === null ? (
    <>{user}</>
  ) : (
    <>
      {userName} <span className={cx(styles.key, isStacked && styles.stacked)}>{user}</span>
    </>
  );
