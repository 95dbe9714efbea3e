import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { CopyButton } from '../../components/CopyButton';
import { Icon } from '../../components/Icon';
import { formatCount } from '../../lib/format';
import { useKeys } from '../../lib/useKeys';
import { useProject } from '../../lib/useProject';
import { useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import { eventAsText, type EventDetail } from './event';
import styles from './IssuePage.module.css';

const NEIGHBORS = 'GET /api/0/projects/{org}/{project}/issues/{issueId}/events/{eventId}/neighbors';

interface Props {
  readonly issueId: string;
  readonly eventId: string;
  /** `undefined` while it loads. */
  readonly event: EventDetail | undefined;
  /** Events in the range. */
  readonly count: number;
}

/** Which event of the issue is shown, the way to the others, and copies of it. */
export function EventHead({ issueId, eventId, event, count }: Props) {
  const params = useProject();
  const { filter } = useView();
  const set = useSetSearch();
  const { data } = useQuery({
    ...operationQuery(NEIGHBORS, { params: { ...params, issueId, eventId }, query: filter }),
    placeholderData: keepPreviousData,
  });
  const go = (id: string | null | undefined) => () => {
    if (id !== null && id !== undefined) set({ event: id }, { replace: true });
  };
  useKeys({ k: go(data?.newer), j: go(data?.older) });
  const step = (id: string | null | undefined, label: string, icon: 'chevronLeft' | 'chevronRight') => (
    <Button
      size="small"
      tone="quiet"
      aria-label={label}
      title={label}
      disabled={id === null || id === undefined || id === eventId}
      onClick={go(id)}
    >
      <Icon name={icon} />
    </Button>
  );
  return (
    <div className={styles.eventHead}>
      <span className={styles.steps}>
        {step(data?.newer, 'Newer event (k)', 'chevronLeft')}
        <span>
          Event {data?.position === null || data === undefined ? '…' : formatCount(data.position)} of{' '}
          {formatCount(count)}
        </span>
        {step(data?.older, 'Older event (j)', 'chevronRight')}
      </span>
      <Button size="small" tone="quiet" disabled={data?.newest === eventId} onClick={go(data?.newest)}>
        Latest
      </Button>
      <Button size="small" tone="quiet" disabled={data?.oldest === eventId} onClick={go(data?.oldest)}>
        First
      </Button>
      <span className={styles.grow} />
      {event === undefined ? null : (
        <>
          <CopyButton label="Copy as text" text={() => eventAsText(event)} />
          <CopyButton label="Copy as JSON" text={() => JSON.stringify(event, null, 2)} />
        </>
      )}
    </div>
  );
}
