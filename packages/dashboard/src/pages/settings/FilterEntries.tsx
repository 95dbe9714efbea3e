import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import { formatCount } from '../../lib/format';
import text from '../../styles/text.module.css';
import type { EntryRow } from './entryRows';
import { PreviewResult } from './PreviewResult';
import styles from './Settings.module.css';
import type { Preview } from './usePreview';

interface Props {
  readonly title: string;
  readonly rows: readonly EntryRow[];
  /** The reason that its events are counted under. */
  readonly reason: string;
  /** What new entries would have dropped. */
  readonly previews: ReadonlyMap<string, Preview>;
  /** Unset if the reader may not change them. */
  readonly remove: ((entry: string) => void) | undefined;
}

/** The entries of a filter, each with the events that it dropped in the range of the page. */
export const FilterEntries = ({ title, rows, reason, previews, remove }: Props) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">Entry</th>
        <th scope="col" className={styles.number}>
          Dropped
        </th>
        <th scope="col">
          <span className={text.hidden}>Action</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.state} ${row.entry}`}>
          <td>
            <code>{row.entry}</code> <State row={row} preview={previews.get(row.entry)} />
          </td>
          <td className={styles.number}>
            <Dropped row={row} reason={reason} />
          </td>
          <td className={styles.number}>
            {row.state === 'gone' || remove === undefined ? null : (
              <Button
                size="small"
                tone="quiet"
                aria-label={`Remove ${row.entry} from ${title}`}
                onClick={() => remove(row.entry)}
              >
                Remove
              </Button>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function State({ row, preview }: { readonly row: EntryRow; readonly preview: Preview | undefined }) {
  if (row.state === 'saved') return null;
  if (row.state === 'gone') return <span className={text.quiet}>no longer an entry of its own</span>;
  return (
    <>
      <Badge tone="info">not saved</Badge>
      {preview === undefined ? null : <PreviewResult preview={preview} />}
    </>
  );
}

function Dropped({ row: { entry, count, state }, reason }: { readonly row: EntryRow; readonly reason: string }) {
  if (state === 'new') return <>–</>;
  if (count === 0) return <>0</>;
  return (
    <Link
      to="usage"
      className={text.link}
      title="Why was this dropped?"
      search={{ reason, entry: entry.slice(0, 100) }}
      hash="why"
    >
      {formatCount(count)}
    </Link>
  );
}
