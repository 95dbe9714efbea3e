import type { ResponseOf } from '../../api/callApi';
import { useHasRole } from '../../api/session';
import { useList } from '../../api/useList';
import { EmptyState } from '../../components/EmptyState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { Time } from '../../components/Time';
import { useRouteParam } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import { ACTIONS } from './auditActions';
import { AuditFilters } from './AuditFilters';
import { changedValues } from './changedValues';
import styles from './AuditPage.module.css';
import { useAuditFilter } from './useAuditFilter';

const LIST = 'GET /api/0/organizations/{org}/audit';
type Entry = ResponseOf<typeof LIST>['data'][number];

/** Tells actors of the same name apart: the address of a user, and that a token acted. */
function describeActor({ kind, label, email }: Entry['actor']): string {
  const address = email === null || email === label ? [] : [email];
  return [...(kind === 'user' || kind === label ? [] : [kind]), ...address].join(' of ');
}

const COLUMNS: readonly SimpleColumn<Entry>[] = [
  {
    title: 'When',
    width: '150px',
    render: ({ at }) => (
      <span className={styles.when}>
        <Time at={at} form="minute" />
      </span>
    ),
  },
  {
    title: 'Who',
    width: '22%',
    render: ({ actor }) => (
      <>
        {actor.label}
        <div className={`${styles.who} ${text.quiet}`}>{describeActor(actor)}</div>
      </>
    ),
  },
  {
    title: 'What',
    width: '24%',
    render: ({ action, target, project }) => (
      <>
        {ACTIONS[action]}
        <div className={text.quiet}>{project === null || project === target ? target : `${target} of ${project}`}</div>
      </>
    ),
  },
  {
    title: 'From → to',
    render: ({ before, after }) => (
      <ul className={styles.changes}>
        {changedValues(before, after).map(({ name, from, to }) => (
          <li key={name}>
            <code>{name}</code> {from === undefined ? to : `${from} → ${to}`}
          </li>
        ))}
      </ul>
    ),
  },
];

/** `/{org}/settings/audit`: who changed what, when, from what to what. */
export function AuditPage() {
  const org = useRouteParam('org');
  return (
    <>
      <PageHead title="Audit log" />
      {useHasRole(org, 'admin') ? (
        <Entries org={org} />
      ) : (
        <EmptyState
          title="Only admins and owners can read the audit log"
          actions={<Link to={`/${org}/settings/members`}>Open the members</Link>}
        >
          Ask one of them for a higher role.
        </EmptyState>
      )}
    </>
  );
}

function Entries({ org }: { readonly org: string }) {
  const list = useList(LIST, { params: { org }, query: useAuditFilter() }, { follow: ({ id }) => id });
  return (
    <>
      <AuditFilters org={org} />
      <Section title="Changes" note="latest first; secrets are never recorded" isFlush>
        <ListTable
          caption="Changes"
          noun="change"
          list={list}
          columns={COLUMNS}
          isStacked
          rowKey={({ id }) => id}
          empty={<EmptyState title="No such changes">Remove filters to see the whole log.</EmptyState>}
        />
      </Section>
    </>
  );
}
