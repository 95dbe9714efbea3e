import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../api/callApi';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { Time } from '../../components/Time';
import { formatCount, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import styles from './Settings.module.css';

/** A setting below `filters`. */
export type FilterName =
  'ips' | 'environments' | 'releases' | 'messages' | 'crawlers' | 'browserExtensions' | 'localhost' | 'legacyBrowsers';

interface Props {
  readonly filter: FilterName;
  readonly entries: readonly string[];
}

/** Shows what a filter would have dropped in the last 24 hours, before it is saved. */
export function FilterPreview({ filter, entries }: Props) {
  const params = useProject();
  const preview = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/projects/{org}/{project}/filters/preview', {
        params,
        body: { filter, entries: [...entries] },
      }),
  });
  const { data } = preview;
  return (
    <div className={styles.stack} aria-live="polite">
      <div>
        <Button size="small" busy={preview.isPending} onClick={() => preview.mutate()}>
          Preview the last 24 hours
        </Button>
      </div>
      <ErrorNote error={preview.error} />
      {data === undefined ? null : (
        <div>
          <p className={styles.hint}>
            Would have dropped <strong>{formatCount(data.matched)}</strong> of {plural(data.scanned, 'stored event')}
            {data.scannedTo === null ? ' of the last 24 hours.' : ', looking back to '}
            {data.scannedTo === null ? null : <Time at={data.scannedTo} form="full" />}
          </p>
          {data.examples.length === 0 ? null : (
            <table className={styles.table}>
              <tbody>
                {data.examples.map(({ id, type, text, time }) => (
                  <tr key={id}>
                    <td>{type}</td>
                    <td>{text}</td>
                    <td className={styles.number}>
                      <Time at={time} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </div>
  );
}
