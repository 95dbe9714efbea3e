import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationQuery } from '../../api/operationQuery';
import type { ResponseOf } from '../../api/callApi';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { ErrorState } from '../../components/ErrorState';
import { Skeleton } from '../../components/Skeleton';
import { formatCount, formatShare, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import { nameOf, UNITS, writePart, type Dimension, type VisitPart } from './visitParts';
import styles from './VisitsPage.module.css';

type Breakdown = ResponseOf<'GET /api/0/projects/{org}/{project}/visits/breakdown'>;

const FEW = 6;
const MANY = 100;

interface Props {
  readonly dimension: Dimension;
  readonly title: string;
  readonly isBots: boolean;
  /** What the chart shows instead of all visits. */
  readonly chosen: VisitPart | undefined;
}

const SkeletonRows = () => (
  <>
    {Array.from({ length: FEW }, (_, index) => (
      <tr key={index}>
        <td colSpan={3} className={styles.loading}>
          <Skeleton />
        </td>
      </tr>
    ))}
  </>
);

interface RowsProps {
  readonly data: Breakdown;
  readonly dimension: Dimension;
  readonly isBots: boolean;
  readonly chosen: VisitPart | undefined;
}

/** A value: a press on it shows it in the chart, a second one all visits. */
function Value({ part, isChosen }: { readonly part: VisitPart; readonly isChosen: boolean }) {
  const set = useSetSearch();
  return (
    <button
      type="button"
      className={styles.name}
      title={part.value}
      aria-pressed={isChosen}
      onClick={() => {
        set(isChosen ? { by: undefined, is: undefined } : writePart(part));
        window.scrollTo({ top: 0 });
      }}
    >
      {nameOf(part)}
    </button>
  );
}

const Rows = ({ data, dimension, isBots, chosen }: RowsProps) => (
  <>
    {data.data.map((row) => {
      const count = row[data.measure];
      const part = { dimension, value: row.value };
      const isChosen = chosen?.dimension === dimension && chosen.value === row.value;
      return (
        <tr key={row.value} className={isChosen ? styles.chosen : undefined}>
          <td className={styles.value}>
            <span
              className={row.value === '(other)' ? styles.rest : styles.bar}
              style={{ width: `${data.total === 0 ? 0 : (count / data.total) * 100}%` }}
              aria-hidden="true"
            />
            {isBots || row.value === '(other)' ? (
              <span className={styles.name} title={row.value}>
                {nameOf(part)}
              </span>
            ) : (
              <Value part={part} isChosen={isChosen} />
            )}
          </td>
          <td className={styles.count}>{formatCount(count)}</td>
          <td className={styles.percent}>{formatShare(data.total === 0 ? 0 : count / data.total)}</td>
        </tr>
      );
    })}
  </>
);

/** The most frequent values of a property, with bars: shares of the total, to which the rows add up. */
export function VisitTable({ dimension, title, isBots, chosen }: Props) {
  const params = useProject();
  const { environment, filter } = useView();
  const [limit, setLimit] = useState(FEW);
  const { data, error, refetch } = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/visits/breakdown', {
      params,
      query: { dimension, limit, from: filter.from, to: filter.to, environment, ...(isBots ? { bots: true } : {}) },
    }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) {
    return (
      <Card title={title}>
        <ErrorState title="This table could not be loaded" error={error} retry={() => void refetch()} />
      </Card>
    );
  }
  const unit = data === undefined ? 'visit' : UNITS[data.measure][0];
  return (
    <Card title={title} note={data === undefined ? <Skeleton width="9ch" /> : plural(data.total, unit)}>
      <table className={styles.table} aria-busy={data === undefined}>
        <colgroup>
          <col />
          <col className={styles.countColumn} />
          <col className={styles.percentColumn} />
        </colgroup>
        <thead className={text.hidden}>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{unit}s</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>{data === undefined ? <SkeletonRows /> : <Rows {...{ data, dimension, isBots, chosen }} />}</tbody>
      </table>
      {data !== undefined && data.data.length === 0 ? <p className={styles.none}>None in this range.</p> : null}
      {data !== undefined && data.distinct > FEW ? (
        <div className={styles.more}>
          <Button tone="quiet" size="small" onClick={() => setLimit(limit === FEW ? MANY : FEW)}>
            {limit === FEW ? `Show ${formatCount(Math.min(data.distinct, MANY))}` : 'Show fewer'}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
