import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { cx } from '../../lib/cx';
import { formatCount, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import { REASONS } from './reasons';
import { RefusedSamples } from './RefusedSamples';
import { sumReasons, type StatsCells } from './sumStats';
import styles from './Usage.module.css';

/** Events that one entry of a filter dropped. */
interface EntryCount {
  readonly reason: string;
  readonly entry: string;
  readonly count: number;
}

interface Props {
  readonly cells: StatsCells;
  readonly entries: readonly EntryCount[];
  readonly isLoading: boolean;
}

/** Why events were not stored: the reason, its rule, its remedy, what each entry of a filter dropped, and samples. */
export function ReasonTable({ cells, entries, isLoading }: Props) {
  const reasons = sumReasons(cells);
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section title="Why events were not stored" note={isLoading ? undefined : plural(total, 'event')} isFlush>
      {isLoading ? (
        <Skeleton width="100%" height="240px" />
      ) : reasons.length === 0 ? (
        <p className={styles.empty}>Every event of this range was stored.</p>
      ) : (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label="Why events were not stored">
          <table className={cx(styles.table, styles.stacked)}>
            <thead>
              <tr>
                <th scope="col">Outcome</th>
                <th scope="col">Reason</th>
                <th scope="col">Type</th>
                <th scope="col" className={styles.number}>
                  Events
                </th>
                <th scope="col">Rule and remedy</th>
                <th scope="col">
                  <span className={text.hidden}>Samples</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {reasons.map(({ reason, count, types }) => (
                <ReasonRow
                  key={reason}
                  {...{ reason, count, types }}
                  entries={entries.filter((one) => one.reason === reason)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

interface RowProps {
  readonly reason: string;
  readonly count: number;
  readonly types: readonly string[];
  readonly entries: readonly EntryCount[];
}

function ReasonRow({ reason, count, types, entries }: RowProps) {
  const { reason: open } = useSearch();
  const setSearch = useSetSearch();
  return (
    <>
      <tr>
        <td>{REASONS[reason]?.outcome ?? 'refused'}</td>
        <td>
          <code>{reason}</code>
        </td>
        <td>{types.join(', ')}</td>
        <td className={styles.number}>{formatCount(count)}</td>
        <td className={styles.wide}>
          <Rule reason={reason} entries={entries} />
        </td>
        <td className={cx(styles.number, styles.wide)}>
          {reason === 'ip' ? null : (
            <Button
              size="small"
              tone="quiet"
              aria-expanded={open === reason}
              onClick={() => setSearch({ reason: open === reason ? undefined : reason }, { replace: true })}
            >
              Why was this dropped?
            </Button>
          )}
        </td>
      </tr>
      {open === reason && reason !== 'ip' ? (
        <tr>
          <td colSpan={6} className={styles.wide}>
            <RefusedSamples reason={reason} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Rule({ reason, entries }: { readonly reason: string; readonly entries: readonly EntryCount[] }) {
  const { org } = useProject();
  const facts = REASONS[reason];
  return (
    <>
      {facts?.rule}{' '}
      {facts?.remedy === undefined ? null : (
        <Link to={facts.remedy[0].replace('{org}', org)} className={text.link}>
          {facts.remedy[1]}
        </Link>
      )}
      {entries.length === 0 ? null : (
        <ul className={styles.entries}>
          {entries.map(({ entry, count }) => (
            <li key={entry}>
              <code>{entry}</code> dropped {formatCount(count)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
