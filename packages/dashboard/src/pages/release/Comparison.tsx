import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../../api/apiError';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { SimpleTable, type SimpleColumn } from '../../components/SimpleTable';
import { formatCount, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import styles from './Comparison.module.css';

type Compared = ResponseOf<'GET /api/0/projects/{org}/{project}/releases/{version}/comparison'>;
type Numbers = Compared['release'];

interface Row {
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null | undefined;
  readonly digits: number;
  /** Fewer are better. */
  readonly isBad: boolean;
}

const MEASURES: readonly (readonly [keyof Numbers, name: string, digits: number, isBad: boolean])[] = [
  ['exceptions', 'Exceptions', 0, true],
  ['exceptionsPerHour', 'per hour', 1, true],
  ['exceptionsPerVisit', 'per visit', 3, true],
  ['visits', 'Visits', 0, false],
  ['newIssues', 'New issues', 0, true],
  ['regressedIssues', 'Regressed issues', 0, true],
];

/** Numbers that are wrong while days are not counted. */
const DERIVED: ReadonlySet<keyof Numbers> = new Set([
  'exceptions',
  'exceptionsPerHour',
  'exceptionsPerVisit',
  'visits',
]);

const numberOf = (numbers: Numbers, name: keyof Numbers): number | null => {
  if (!numbers.counted && DERIVED.has(name)) return null;
  const value = numbers[name];
  return typeof value === 'number' ? value : null;
};

const show = (value: number | null | undefined, digits: number): string =>
  value === null || value === undefined ? '–' : digits === 0 ? formatCount(value) : value.toFixed(digits);

function Change({ now, before, isBad }: Row): ReactNode {
  if (now === null || before === null || before === undefined || before === 0)
    return <span className={text.quiet}>–</span>;
  const change = now / before - 1;
  const words = `${change > 0 ? '+' : change < 0 ? '−' : '±'}${formatCount(Math.round(Math.abs(change) * 100))}%`;
  return (
    <span className={isBad && change > 0 ? styles.worse : isBad && change < 0 ? styles.better : text.quiet}>
      {words}
    </span>
  );
}

function columnsOf({ previous }: Compared): readonly SimpleColumn<Row>[] {
  const own: readonly SimpleColumn<Row>[] = [
    { title: 'Measure', render: ({ name }) => name },
    { title: 'This', isNumber: true, render: ({ now, digits }) => show(now, digits) },
  ];
  if (previous === null) return own;
  return [
    ...own,
    { title: 'Before', isNumber: true, render: ({ before, digits }) => show(before, digits) },
    { title: 'Change', isNumber: true, render: (row) => <Change {...row} /> },
  ];
}

/** A release beside the one before it. */
export function Comparison({ version }: { readonly version: string }) {
  const place = useProject();
  const { data, error, refetch } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/releases/{version}/comparison', {
      params: { ...place, version },
    }),
  );
  const title = 'Compared with the previous release';
  if (isMissing(error)) {
    return (
      <Card title={title}>
        <EmptyState title="Nothing to compare yet">No exception or source map has had this release.</EmptyState>
      </Card>
    );
  }
  if (error !== null)
    return <ErrorState title="The comparison could not be loaded" error={error} retry={() => void refetch()} />;
  const rows = MEASURES.map(([key, name, digits, isBad]) => ({
    name,
    digits,
    isBad,
    now: data === undefined ? null : numberOf(data.release, key),
    before: data === undefined || data.previous === null ? undefined : numberOf(data.previous, key),
  }));
  return (
    <Card title={title}>
      <SimpleTable
        caption={title}
        columns={data === undefined ? [{ title: 'Measure', render: () => null }] : columnsOf(data)}
        rows={rows}
        rowKey={({ name }) => name}
        skeletons={data === undefined ? MEASURES.length : 0}
      />
      <p className={styles.note}>
        {data === undefined ? ' ' : null}
        {data?.previous === null ? 'There is no earlier release of this package.' : null}
        {data?.previous ? (
          <>
            Each over its first {data.release.hours === 1 ? 'hour' : plural(data.release.hours, 'hour')}, in all
            environments.
            {data.release.counted && data.previous.counted ? '' : ' Some of these days are not counted yet (–).'}{' '}
            Before:{' '}
            <Link to={`releases/${encodeURIComponent(data.previous.version)}`} className={text.link}>
              {data.previous.version}
            </Link>
          </>
        ) : null}
      </p>
    </Card>
  );
}
