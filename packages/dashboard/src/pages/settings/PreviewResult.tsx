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
      {scannedTo === null ? ' of the last 24 hours.' : ', the newest of each type in the last 24 hours.'}
    </p>
    {types.length === 0 ? null : (
      <ul className={forms.hint}>
        {types.map((one) => (
          <li key={one.type}>
            {plural(one.scanned, one.type)}: {formatCount(one.matched)} dropped
            {one.unknown === 0
              ? null
              : `, ${formatCount(one.unknown)} not known, because address or agent is not stored`}
            {one.scannedTo === null ? null : ', looking back to '}
            {one.scannedTo === null ? null : <Time at={one.scannedTo} form="full" />}
          </li>
        ))}
      </ul>
    )}
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
