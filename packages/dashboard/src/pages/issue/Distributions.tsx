import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Skeleton } from '../../components/Skeleton';
import { UserLabel } from '../../components/UserLabel';
import { cx } from '../../lib/cx';
import { formatCount, formatShare, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useView } from '../../lib/useView';
import { useState, type ReactNode } from 'react';
import styles from './IssuePage.module.css';

const OPERATION = 'GET /api/0/projects/{org}/{project}/issues/{issueId}/distributions';

type Facet = ResponseOf<typeof OPERATION>['facets'][number];

/** Facets in their order, and their titles. Tags and contexts follow. */
const TITLES: Readonly<Record<string, string>> = {
  browser: 'Browsers',
  os: 'Systems',
  device: 'Devices',
  release: 'Releases',
  environment: 'Environments',
  user: 'Users',
  url: 'Pages',
};
const ORDER = Object.keys(TITLES);

const rankOf = ({ kind }: Facet): number => (ORDER.includes(kind) ? ORDER.indexOf(kind) : kind === 'tag' ? 50 : 60);

const FEW_FACETS = 9;

interface Props {
  readonly issueId: string;
  /** What is below; not shown before the height of the distributions is known. */
  readonly grouping: ReactNode;
}

/** How the properties of all events of an issue are distributed, within the range and the filters. */
export function Distributions({ issueId, grouping }: Props) {
  const params = useProject();
  const { filter } = useView();
  const [isWhole, setWhole] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    ...operationQuery(OPERATION, { params: { ...params, issueId }, query: filter }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) {
    return (
      <>
        <ErrorState title="The distributions could not be loaded" error={error} retry={() => void refetch()} />
        {grouping}
      </>
    );
  }
  const facets = [...(data?.facets ?? [])].sort((a, b) => rankOf(a) - rankOf(b));
  const shown = isWhole ? facets : facets.slice(0, FEW_FACETS);
  return (
    <section aria-label="Distributions" aria-busy={isPending}>
      {isPending ? <Skeleton height="320px" /> : null}
      {data?.approximate === true ? (
        <p className={styles.note}>Of the newest {plural(data.events, 'event')} in the range.</p>
      ) : null}
      {shown.map((facet) => (
        <FacetView key={`${facet.kind} ${facet.key ?? ''}`} facet={facet} events={data?.events ?? 0} />
      ))}
      {facets.length > shown.length ? (
        <Button size="small" onClick={() => setWhole(true)}>
          Show {plural(facets.length - shown.length, 'more property', 'more properties')}
        </Button>
      ) : null}
      {isPending ? null : grouping}
    </section>
  );
}

const FEW_VALUES = 4;

function FacetView({ facet, events }: { readonly facet: Facet; readonly events: number }) {
  const [isWhole, setWhole] = useState(false);
  const values = isWhole ? facet.values : facet.values.slice(0, FEW_VALUES);
  const title = TITLES[facet.kind] ?? facet.key ?? facet.kind;
  return (
    <div className={styles.card}>
      <header className={styles.cardHead}>
        <h3>{title}</h3>
        <span className={styles.quiet}>
          {facet.kind === 'tag' || facet.kind === 'context' ? facet.kind : plural(facet.distinct, 'value')}
        </span>
      </header>
      <ul className={styles.values}>
        {values.map(({ value, count, name }) => (
          <li key={value}>
            <span className={styles.value}>
              <Value facet={facet} value={value} name={name} />
              <span className={styles.quiet} title={plural(count, 'event')}>
                {formatShare(events === 0 ? 0 : count / events)}
              </span>
            </span>
            <span className={styles.share}>
              <span style={{ width: `${events === 0 ? 0 : (count / events) * 100}%` }} />
            </span>
          </li>
        ))}
        <Rest label="Other values" count={facet.count - sumOf(values)} events={events} />
        <Rest label="Without a value" count={events - facet.count} events={events} />
      </ul>
      {facet.values.length > values.length ? (
        <p className={styles.more}>
          <Button size="small" tone="quiet" onClick={() => setWhole(true)}>
            {facet.distinct > facet.values.length
              ? `Top ${facet.values.length} of ${formatCount(facet.distinct)}`
              : `All ${facet.values.length}`}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

const sumOf = (values: Facet['values']): number => values.reduce((sum, { count }) => sum + count, 0);

interface RestProps {
  readonly label: string;
  readonly count: number;
  readonly events: number;
}

/** The events that the values above do not count, so that the shares add up. */
const Rest = ({ label, count, events }: RestProps) =>
  count <= 0 ? null : (
    <li className={cx(styles.value, styles.quiet)}>
      <span>{label}</span>
      <span title={plural(count, 'event')}>{formatShare(count / events)}</span>
    </li>
  );

interface ValueProps {
  readonly facet: Facet;
  readonly value: string;
  /** Of a user. */
  readonly name: string | null;
}

/** A value is a link to what it counts, where a list can be filtered by it. */
function Value({ facet: { kind, key }, value, name }: ValueProps) {
  const common = { className: styles.word, title: value };
  if (kind === 'user')
    return (
      <Link to={`users/${encodeURIComponent(value)}`} {...common}>
        <UserLabel user={value} userName={name} />
      </Link>
    );
  if (kind === 'release')
    return (
      <Link to={`releases/${encodeURIComponent(value)}`} {...common}>
        {value}
      </Link>
    );
  if (kind === 'url')
    return (
      <Link to="issues" search={{ url: value }} {...common}>
        {value}
      </Link>
    );
  if (kind === 'environment')
    return (
      <Link to="issues" search={{ env: value }} {...common}>
        {value}
      </Link>
    );
  if (kind === 'tag')
    return (
      <Link to="issues" search={{ tag: `${key ?? ''}:${value}` }} {...common}>
        {value}
      </Link>
    );
  return <span {...common}>{value}</span>;
}
