import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { cx } from '../../lib/cx';
import { formatBytes, formatCount } from '../../lib/format';
import { formatMinutes } from '../../lib/formatTime';
import { showToast } from '../../lib/toasts';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import styles from './Usage.module.css';

const READ = 'GET /api/0/projects/{org}/{project}/caps';

type Caps = ResponseOf<typeof READ>;
type TypeCap = Caps['types'][number];

/** The caps of this hour: how much of them is used, why they are what they are, and a lift of spike protection. */
export function CapTable() {
  const params = useProject();
  const caps = useQuery({ ...operationQuery(READ, { params }), refetchInterval: 30_000 });
  const [isAsking, setAsking] = useState(false);
  const canLift = useHasRole(params.org, 'admin');
  const client = useQueryClient();
  const lift = useMutation({
    mutationFn: () => callApi('POST /api/0/projects/{org}/{project}/caps/lift', { params, body: {} }),
    onSuccess: ({ until }) => {
      showToast({ tone: 'good', text: `Spike protection is lifted until ${formatMinutes(new Date(until))}.` });
      return client.invalidateQueries({ queryKey: operationKey(READ) });
    },
  });
  const { data } = caps;
  const applies = data?.types.some(({ cap }) => cap !== null) ?? false;
  return (
    <Section
      title="Caps of this hour"
      note={data === undefined ? undefined : <>until {formatMinutes(new Date(data.endsAt))}</>}
      isFlush
      actions={
        canLift && applies ? (
          <Button size="small" onClick={() => setAsking(true)}>
            Lift spike protection for this hour
          </Button>
        ) : undefined
      }
    >
      {data === undefined ? (
        caps.error === null ? (
          <Skeleton width="100%" height="230px" />
        ) : (
          <ErrorState title="The caps could not be loaded" error={caps.error} retry={() => void caps.refetch()} />
        )
      ) : (
        <CapRows caps={data} />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        close={() => setAsking(false)}
        title="Lift spike protection for this hour?"
        effects={
          <p>
            Until the top of the hour no type of event is capped by spike protection. The fixed limits and monthly
            quotas still apply, and the events that are accepted raise the caps of the next two hours. It takes effect
            within two seconds, ends by itself, and is recorded in the audit log.
          </p>
        }
        action="Lift for this hour"
        isDangerous={false}
        confirm={() => lift.mutateAsync()}
      />
    </Section>
  );
}

const CapRows = ({ caps }: { readonly caps: Caps }) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label="Caps of this hour">
    <table className={cx(styles.table, styles.stacked)}>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col" className={styles.number}>
            Accepted
          </th>
          <th scope="col" className={styles.number}>
            At most
          </th>
          <th scope="col">Because</th>
        </tr>
      </thead>
      <tbody>
        {caps.types.map((row) => (
          <tr key={row.type}>
            <th scope="row">{row.type}</th>
            <Numbers used={row.accepted} limit={row.lifted ? null : row.cap} />
            <td className={styles.wide}>
              <Reached used={row.accepted} limit={row.lifted ? null : row.cap} />
              <Reason row={row} caps={caps} />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">all but spans</th>
          <Numbers {...caps.events} />
          <td className={styles.wide}>
            <Reached {...caps.events} />
            <HourlyLimit setting="eventsPerHour" limit={caps.events.limit} />
          </td>
        </tr>
        <tr>
          <th scope="row">bytes of all types</th>
          <Numbers {...caps.bytes} format={formatBytes} />
          <td className={styles.wide}>
            <Reached {...caps.bytes} />
            <HourlyLimit setting="bytesPerHour" limit={caps.bytes.limit} />
          </td>
        </tr>
      </tbody>
    </table>
  </div>
);

interface NumbersProps {
  readonly used: number;
  readonly limit: number | null;
  readonly format?: (count: number) => string;
}

/** What was accepted in the hour, and how much may be. Where rows are stacked, each has its name. */
const Numbers = ({ used, limit, format = formatCount }: NumbersProps) => (
  <>
    <td className={styles.number} data-label="Accepted">
      {format(used)}
    </td>
    <td className={styles.number} data-label="At most">
      {limit === null ? 'no cap' : format(limit)}
    </td>
  </>
);

/** Marks a cap that is used up: events are refused. */
const Reached = ({ used, limit }: { readonly used: number; readonly limit: number | null }) =>
  limit === null || used < limit ? null : (
    <>
      <Badge tone="warn">reached</Badge>{' '}
    </>
  );

interface LimitProps {
  readonly setting: string;
  readonly limit: number | null;
}

/** Whether a fixed limit of the hour is set, and where. */
const HourlyLimit = ({ setting, limit }: LimitProps) => (
  <>
    {limit === null ? 'no hourly limit is set' : 'the hourly limit'} (<code>{setting}</code>){' '}
    <Link to="settings/limits" className={text.link}>
      Change
    </Link>
  </>
);

function Reason({ row, caps }: { readonly row: TypeCap; readonly caps: Caps }) {
  const { previousHour, hourBefore, cap, lifted } = row;
  if (!caps.spikeProtection) return <>spike protection is off</>;
  if (caps.spikeFrom === null) return <>spike protection starts two hours after the first event</>;
  if (cap === null) {
    return <>spike protection starts at {formatMinutes(new Date(caps.spikeFrom))}, two hours after the first event</>;
  }
  const sum = `${formatCount(hourBefore)} + ${formatCount(previousHour)} in the previous two hours`;
  if (lifted) return <>lifted for this hour; otherwise {formatCount(cap)}</>;
  return <>{previousHour + hourBefore < cap ? `the least that spike protection allows; ${sum}` : sum}</>;
}
