import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { formatCount } from '../../lib/format';
import { sumByType, sumCells, type OutcomeSums, type StatsCells } from './sumStats';
import styles from './Usage.module.css';

const COLUMNS = [
  ['received', 'Received'],
  ['processed', 'Processed'],
  ['filtered', 'Filtered'],
  ['limited', 'Rate limited'],
  ['invalid', 'Invalid'],
] as const;

/** Outcomes by type; each row and each column adds up. */
export const TypeTable = ({ cells, isLoading }: { readonly cells: StatsCells; readonly isLoading: boolean }) => (
  <Section title="By type" note="processed + filtered + rate limited + invalid = received" isFlush>
    {isLoading ? (
      <Skeleton width="100%" height="240px" />
    ) : (
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Outcomes by type">
        <table className={styles.table}>
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
    {COLUMNS.map(([column]) => (
      <td key={column} className={styles.number}>
        {formatCount(sums[column])}
      </td>
    ))}
  </tr>
);
