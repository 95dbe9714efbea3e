import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { cx } from '../../lib/cx';
import { formatCount } from '../../lib/format';
import text from '../../styles/text.module.css';
import { isRefusal } from './refusal';
import { sumByType, sumCells, type OutcomeSums, type StatsCells } from './sumStats';
import styles from './Usage.module.css';

const COLUMNS = [
  ['received', 'Received'],
  ['processed', 'Processed'],
  ['filtered', 'Filtered'],
  ['limited', 'Rate limited'],
  ['invalid', 'Invalid'],
] as const;

/** The page that shows the stored events of a type. */
const PAGES: Readonly<Record<string, string>> = {
  exception: 'issues',
  log: 'logs',
  span: 'traces',
  hit: 'visits',
  replay: 'replays',
  metric: 'metrics',
};

/** Outcomes by type; each row and each column adds up. */
export const TypeTable = ({ cells, isLoading }: { readonly cells: StatsCells; readonly isLoading: boolean }) => (
  <Section title="By type" note="processed + filtered + rate limited + invalid = received" isFlush>
    {isLoading ? (
      <Skeleton width="100%" height="240px" />
    ) : (
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Outcomes by type">
        <table className={cx(styles.table, styles.sums)}>
          <thead>
            <tr>
              <th scope="col">Type</th>
              {COLUMNS.map(([name, label]) => (
                <th key={name} scope="col" className={styles.number}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sumByType(cells).map(({ type, ...sums }) => (
              <Row key={type} name={type} sums={sums} />
            ))}
            <Row name="all" sums={sumCells(cells)} isTotal />
          </tbody>
        </table>
      </div>
    )}
  </Section>
);

interface RowProps {
  readonly name: string;
  readonly sums: OutcomeSums;
  readonly isTotal?: boolean;
}

const Row = ({ name, sums, isTotal = false }: RowProps) => (
  <tr className={isTotal ? styles.total : undefined}>
    <th scope="row">{name}</th>
    {COLUMNS.map(([column, label]) => (
      <td key={column} className={styles.number}>
        <Count {...{ column, label, count: sums[column], type: isTotal ? undefined : name }} />
      </td>
    ))}
  </tr>
);

interface CountProps {
  readonly column: (typeof COLUMNS)[number][0];
  readonly label: string;
  readonly count: number;
  /** `undefined`: all types. */
  readonly type: string | undefined;
}

/** A number, as a link to what it counts: stored events, or why they were refused. */
function Count({ column, label, count, type }: CountProps) {
  const words = formatCount(count);
  const page = PAGES[type ?? ''];
  if (count === 0) return <>{words}</>;
  if (column === 'processed' && page !== undefined) {
    return (
      <Link to={page} className={text.link} title={`The stored ${type ?? ''}s`}>
        {words}
      </Link>
    );
  }
  if (!isRefusal(column)) return <>{words}</>;
  return (
    <Link
      to="usage"
      className={text.link}
      title="Why was this dropped?"
      aria-label={`${words} ${label.toLowerCase()}: why was this dropped?`}
      search={{ refused: column, type, reason: undefined, entry: undefined }}
      hash="why"
    >
      {words}
    </Link>
  );
}
