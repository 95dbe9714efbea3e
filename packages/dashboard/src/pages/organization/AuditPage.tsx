import type { CallParts, ResponseOf } from '../../api/callApi';
import { useHasRole, useSession } from '../../api/session';
import { useList } from '../../api/useList';
import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { Time } from '../../components/Time';
import { useRouteParam } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import { changedValues } from './changedValues';
import styles from './Organization.module.css';

const LIST = 'GET /api/0/organizations/{org}/audit';
type Entry = ResponseOf<typeof LIST>['data'][number];
type Action = NonNullable<NonNullable<CallParts<typeof LIST>['query']>['action']>;

/** Every kind of change, in words. The type fails if the API has another one. */
const ACTIONS: Readonly<Record<Action, string>> = {
  'organization.create': 'Organization created',
  'organization.settings': 'Quotas changed',
  'project.create': 'Project created',
  'project.settings': 'Settings changed',
  'project.delete': 'Project deleted',
  'project.erase': 'Data of a project erased',
  'user.erase': 'Data of a user erased',
  'project.lift': 'Spike cap lifted',
  'key.create': 'Key created',
  'key.disable': 'Key disabled',
  'token.create': 'Token created',
  'token.revoke': 'Token revoked',
  'member.add': 'Member added',
  'member.role': 'Role changed',
  'member.remove': 'Member removed',
  'member.disable': 'Account disabled',
  'member.enable': 'Account enabled',
  'invitation.create': 'Invitation created',
  'invitation.revoke': 'Invitation revoked',
};
const isAction = (value: string): value is Action => Object.hasOwn(ACTIONS, value);

const COLUMNS: readonly SimpleColumn<Entry>[] = [
  { title: 'When', width: '110px', render: ({ at }) => <Time at={at} form="full" /> },
  {
    title: 'Who',
    render: ({ actor }) => (
      <>
        {actor.label}
        {actor.kind === 'user' || actor.kind === actor.label ? null : <div className={text.quiet}>{actor.kind}</div>}
      </>
    ),
  },
  {
    title: 'What',
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
            <code>{name}</code> {from} → {to}
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
        <EmptyState title="Only admins and owners can read the audit log">
          Ask one of them for a higher role; see the members.
        </EmptyState>
      )}
    </>
  );
}

function Entries({ org }: { readonly org: string }) {
  const { action = '', project = '' } = useSearch();
  const setSearch = useSetSearch();
  const projects = useSession().organizations.find(({ slug }) => slug === org)?.projects ?? [];
  const list = useList(LIST, {
    params: { org },
    query: { ...(isAction(action) ? { action } : {}), ...(project === '' ? {} : { project }) },
  });
  return (
    <>
      <div className={styles.filters}>
        <Select
          label="Change"
          value={action}
          options={[['', 'All changes'], ...Object.entries(ACTIONS)]}
          onPick={(value) => setSearch({ action: value })}
        />
        <Select
          label="Project"
          value={project}
          options={[['', 'All'], ...projects.map((slug) => [slug, slug] as const)]}
          onPick={(value) => setSearch({ project: value })}
        />
      </div>
      <Section title="Changes" note="latest first; secrets are never recorded" isFlush>
        <ListTable
          caption="Changes"
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No such changes">Choose all changes and all projects to see the whole log.</EmptyState>
          }
        />
      </Section>
    </>
  );
}
