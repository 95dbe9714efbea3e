import type { List } from '../api/useList';
import type { NewerRows } from '../api/useNewer';
import { formatCount, plural } from '../lib/format';
import styles from './NewerLine.module.css';

interface Props {
  readonly list: List<unknown>;
  /** What the rows are: `issue`. */
  readonly noun: string;
  readonly many?: string;
}

/** Offers the rows that a list has by now, above it. It takes no room: what is read does not move. */
export const NewerLine = ({ list: { newer }, noun, many = `${noun}s` }: Props) => (
  <div role="status" className={styles.place}>
    {newer === undefined ? null : (
      <button
        type="button"
        className={styles.offer}
        onClick={() => {
          newer.show();
          window.scrollTo({ top: 0 });
        }}
      >
        {textOf(newer, noun, many)}
      </button>
    )}
  </div>
);

function textOf({ count, isMore }: NewerRows, noun: string, many: string): string {
  if (count === 0) return 'The list has changed. Update it';
  return isMore ? `More than ${formatCount(count)} new ${many}` : plural(count, `new ${noun}`, `new ${many}`);
}
