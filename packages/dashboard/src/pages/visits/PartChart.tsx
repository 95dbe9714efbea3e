import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { Chart } from '../../components/Chart';
import { countChart } from '../../components/countChart';
import { Icon } from '../../components/Icon';
import { Link } from '../../components/Link';
import { plural } from '../../lib/format';
import { readerTimeZone } from '../../lib/readerTimeZone';
import { useProject } from '../../lib/useProject';
import { useSetSearch } from '../../lib/useSearch';
import { writeTimeRange } from '../../lib/timeRange';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import { DIMENSIONS, nameOf, UNITS, VISITS, type VisitPart } from './visitParts';
import styles from './VisitsPage.module.css';

/** The hits with one property over time, where they lead, and the way back to all of them. */
export function PartChart({ part }: { readonly part: VisitPart }) {
  const params = useProject();
  const { environment, filter } = useView();
  const set = useSetSearch();
  const { name, unit } = DIMENSIONS[part.dimension];
  const { data, error, refetch } = useQuery(
    operationQuery(VISITS, {
      params,
      query: { from: filter.from, to: filter.to, environment, zone: readerTimeZone(), ...part },
    }),
  );
  const chart = useMemo(
    () =>
      data === undefined
        ? undefined
        : countChart(data, [{ id: unit, label: UNITS[unit][1], color: 'series-1', read: (point) => point[unit] }]),
    [data, unit],
  );
  return (
    <section aria-label={`${name}: ${nameOf(part)}`}>
      <div className={styles.part}>
        <Button onClick={() => set({ by: undefined, is: undefined })}>
          <span className={text.hidden}>Remove the filter </span>
          {name}: <b className={styles.partName}>{nameOf(part)}</b> <Icon name="close" />
        </Button>
        {data === undefined ? null : <span>{plural(data.totals[unit], UNITS[unit][0])}</span>}
        <Ways part={part} />
      </div>
      <Chart
        title={`${UNITS[unit][1]}: ${nameOf(part)}`}
        data={chart}
        error={error}
        retry={() => void refetch()}
        onPickRange={(from, to) => set(writeTimeRange({ from: new Date(from), to: new Date(to) }))}
      />
      <p className={styles.note}>The tables below count all visits of people.</p>
    </section>
  );
}

/** What else is known of the same hits. */
function Ways({ part: { dimension, value } }: { readonly part: VisitPart }) {
  if (value === '' || value === '(other)') return null;
  if (dimension === 'page' || dimension === 'entry') {
    return (
      <>
        <Link to="issues" search={{ url: value }} className={text.link}>
          Issues on this page
        </Link>
        <Link to="replays" search={{ url: value }} className={text.link}>
          Replays of this page
        </Link>
      </>
    );
  }
  return null;
}
