import { useList } from '../../api/useList';
import { Badge, type BadgeTone } from '../../components/Badge';
import { Button } from '../../components/Button';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { ListEnd } from '../../components/ListEnd';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { cx } from '../../lib/cx';
import text from '../../styles/text.module.css';
import { ItemLink } from '../alerts/ItemLink';
import { MessageItems } from '../alerts/MessageItems';
import styles from './Inbox.module.css';
import { INBOX, useMarkRead, type InboxItem } from './inboxCalls';

const REFRESH_MS = 30_000;
const PER_PAGE = 25;
const SKELETONS = 4;

interface Props {
  readonly org: string;
  readonly isUnreadOnly: boolean;
}

/** Messages to the reader, latest first. */
export function MessageList({ org, isUnreadOnly }: Props) {
  const list = useList(
    INBOX,
    { params: { org }, query: { limit: PER_PAGE, ...(isUnreadOnly ? { unread: true } : {}) } },
    { refreshMs: REFRESH_MS },
  );
  const mark = useMarkRead(org);
  if (list.isLoading) {
    return (
      <div aria-busy="true" aria-label="Loading">
        {Array.from({ length: SKELETONS }, (_, index) => (
          <div key={index} className={styles.message}>
            <Skeleton width="100%" height="64px" />
          </div>
        ))}
      </div>
    );
  }
  if (list.rows.length === 0) {
    if (list.error === null) return <NoMessages org={org} isUnreadOnly={isUnreadOnly} />;
    return <ErrorState title="The inbox could not be loaded" error={list.error} retry={list.retry} />;
  }
  return (
    <>
      <ol className={cx(styles.list, list.isStale && styles.stale)} aria-label="Messages">
        {list.rows.map((item) => (
          <Message key={item.id} org={org} item={item} read={() => mark.mutate([item.id])} />
        ))}
      </ol>
      <ListEnd list={list} errorTitle="More messages could not be loaded" />
    </>
  );
}

const NoMessages = ({ org, isUnreadOnly }: Props) =>
  isUnreadOnly ? (
    <EmptyState title="Nothing unread">Every message is still under All.</EmptyState>
  ) : (
    <EmptyState
      title="No alert has reached you yet"
      actions={
        <>
          <Link to={`/${org}/settings/alerts`} search={{ tab: 'rules' }} className={text.link}>
            See the rules of {org}
          </Link>
          <Link to={`/${org}/inbox`} search={{ tab: 'choices' }} className={text.link}>
            Choose what reaches you
          </Link>
        </>
      }
    >
      <p>
        Here you find what rules send to members: issues that are assigned to you and, if you are an owner, new issues,
        regressions, and events that Sluice drops.
      </p>
    </EmptyState>
  );

const SEVERITIES: Readonly<Record<InboxItem['message']['severity'], BadgeTone>> = {
  critical: 'bad',
  error: 'bad',
  warning: 'warn',
  info: 'info',
};

interface MessageProps {
  readonly org: string;
  readonly item: InboxItem;
  readonly read: () => void;
}

/** One message. Opening what it is about marks it as read. */
function Message({ org, item: { project, message, createdAt, readAt }, read }: MessageProps) {
  const isUnread = readAt === null;
  const only = message.total === 1 ? message.items[0] : undefined;
  return (
    <li
      className={cx(styles.message, isUnread && styles.unread)}
      onClickCapture={({ target }) => {
        if (isUnread && target instanceof Element && target.closest('a') !== null) read();
      }}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>
          {isUnread ? <span className={styles.dot} role="img" aria-label="Unread" /> : null}
          {only === undefined ? (
            message.title
          ) : (
            <ItemLink place={{ org, project: message.project }} item={only} title={message.title} />
          )}
        </h2>
        {message.state === 'recovered' ? (
          <Badge tone="good">recovered</Badge>
        ) : (
          <Badge tone={SEVERITIES[message.severity]}>{message.severity}</Badge>
        )}
        <span className={styles.place}>
          {project ?? org} · <Time at={createdAt} />
        </span>
        {isUnread ? (
          <Button size="small" tone="quiet" aria-label={`Mark as read: ${message.title}`} onClick={read}>
            Mark as read
          </Button>
        ) : null}
      </header>
      <MessageItems org={org} message={message} isTitled={only !== undefined} isFolded />
    </li>
  );
}
