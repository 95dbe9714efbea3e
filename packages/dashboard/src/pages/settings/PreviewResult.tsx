import { Time } from '../../components/Time';
import { formatCount, plural } from '../../lib/format';
import forms from '../../styles/forms.module.css';
import styles from './Settings.module.css';
import type { Preview } from './usePreview';

/** What a filter would have dropped: the sum in words, and examples. */
export const PreviewResult = ({
  preview: { matched, scanned, scannedTo, types, examples },
}: {
  readonly preview: Preview;
}) => (
  <div className={styles.preview}>
    <p className={forms.hint}>
      Would have dropped <strong>{formatCount(matched)}</strong> of {plural(scanned, 'stored event')}
      {scannedTo === null ? ' of the last 24 hours' : ', looking back to '}
      {scannedTo === null ? null : <Time at={scannedTo} form="full" />}
      {types.length === 0 ? null : ` (${types.map((one) => plural(one.scanned, one.type)).join(', ')}).`}
    </p>
    {examples.length === 0 ? null : (
      <table className={styles.table} aria-label="Examples">
        <tbody>
          {examples.map(({ id, type, text, time }) => (
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
);
