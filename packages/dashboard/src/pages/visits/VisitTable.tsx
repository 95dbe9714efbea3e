import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationQuery } from '../../api/operationQuery';
import type { QueryOf, ResponseOf } from '../../api/callApi';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { ErrorState } from '../../components/ErrorState';
import { Skeleton } from '../../components/Skeleton';
import { formatCount, formatShare, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import styles from './VisitsPage.module.css';

/** A property of visits. */
export type Dimension = NonNullable<QueryOf<'GET /api/0/projects/{org}/{project}/visits/breakdown'>>['dimension'];

type Breakdown = ResponseOf<'GET /api/0/projects/{org}/{project}/visits/breakdown'>;

/** What an empty value means. */
const NONE: Partial<Record<Dimension, string>> = {
  referrer: 'Direct, or the same site',
  custom: 'Without a name',
  entry: 'Without an address',
  page: 'Without an address',
};

const UNITS = { visits: 'visit', pageviews: 'page view', customs: 'custom hit' } as const;
const FEW = 6;
const MANY = 100;

interface Props {
  readonly dimension: Dimension;
  readonly title: string;
  readonly isBots: boolean;
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
  readonly most: number;
  readonly dimension: Dimension;
}

const nameOf = (value: string, dimension: Dimension): string => {
  if (value === '') return NONE[dimension] ?? 'Unknown';
  return value === '(other)' ? 'All others' : value;
};

const Rows = ({ data, most, dimension }: RowsProps) => (
  <>
    {data.data.map((row) => {
      const count = row[data.measure];
      return (
        <tr key={row.value}>
          <td className={styles.value}>
            <span
              className={row.value === '(other)' ? styles.rest : styles.bar}
              style={{ width: `${(count / most) * 100}%` }}
              aria-hidden="true"
            />
            <span className={styles.name} title={row.value}>
              {nameOf(row.value, dimension)}
            </span>
          </td>
          <td className={styles.count}>{formatCount(count)}</td>
          <td className={styles.percent}>{formatShare(data.total === 0 ? 0 : count / data.total)}</td>
        </tr>
      );
    })}
  </>
);

/** The most frequent values of a property, with bars. The rows add up to the total. */
export function VisitTable({ dimension, title, isBots }: Props) {
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
  const unit = data === undefined ? 'visit' : UNITS[data.measure];
  const most = Math.max(1, ...(data?.data ?? []).map((row) => row[data?.measure ?? 'visits']));
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
        <tbody>{data === undefined ? <SkeletonRows /> : <Rows data={data} most={most} dimension={dimension} />}</tbody>
      </table>
      {data !== undefined && data.data.length === 0 ? <p className={styles.note}>None in this range.</p> : null}
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
