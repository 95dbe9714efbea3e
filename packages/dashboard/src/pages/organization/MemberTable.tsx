import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { sessionQuery, useHasRole, useSession, type Role } from '../../api/session';
import type { List } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EmptyState } from '../../components/EmptyState';
import { Moment } from '../../components/Moment';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { showToast } from '../../lib/toasts';
import text from '../../styles/text.module.css';
import { useRolesUpTo } from './useRolesUpTo';

/** The members of an organization. */
export const MEMBERS = 'GET /api/0/organizations/{org}/members';
const ONE = '/api/0/organizations/{org}/members/{userId}';
type Member = ResponseOf<typeof MEMBERS>['data'][number];

/** The members with their roles. */
export function MemberTable({ org, list }: { readonly org: string; readonly list: List<Member> }) {
  const client = useQueryClient();
  const { user } = useSession();
  const [removed, setRemoved] = useState<Member>();
  const isSelf = removed?.userId === user.id;
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: operationKey(MEMBERS) }),
      client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ]);
  const remove = async (userId: string): Promise<void> => {
    await callApi(`DELETE ${ONE}`, { params: { org, userId } });
    if (isSelf) window.location.assign(document.baseURI);
    else await reload();
  };
  return (
    <Section title="Members" isFlush>
      <ListTable
        caption="Members"
        isStacked
        list={list}
        columns={useColumns(org, list.rows, { reload, remove: setRemoved })}
        rowKey={({ userId }) => userId}
        empty={<EmptyState title="The organization has no members" />}
      />
      <ConfirmDialog
        isOpen={removed !== undefined}
        close={() => setRemoved(undefined)}
        title={isSelf ? `Leave ${org}?` : `Remove ${removed?.email ?? ''} from ${org}?`}
        effects={
          <p>
            {isSelf ? 'You lose' : `${removed?.name || (removed?.email ?? '')} loses`} access to all projects of {org}{' '}
            at once, the access tokens of this account for {org} are revoked, and its issues are no longer assigned.
            Comments and history stay.
          </p>
        }
        action={isSelf ? 'Leave' : 'Remove the member'}
        confirm={() => remove(removed?.userId ?? '')}
      />
    </Section>
  );
}

interface Commands {
  readonly reload: () => Promise<unknown>;
  readonly remove: (member: Member) => void;
}

const LAST_OWNER = 'the last owner: make someone else an owner first';

function useColumns(org: string, rows: readonly Member[], commands: Commands): readonly SimpleColumn<Member>[] {
  const { user } = useSession();
  const canChange = useHasRole(org, 'admin');
  const roles = useRolesUpTo(org);
  const owners = rows.filter(({ role }) => role === 'owner').length;
  const isLastOwner = ({ role }: Member): boolean => role === 'owner' && owners === 1;
  const mayChange = (member: Member): boolean => canChange && roles.some(([role]) => role === member.role);
  return [
    { title: 'Member', render: (member) => <Identity member={member} isSelf={member.userId === user.id} /> },
    {
      title: 'Role',
      render: (member) =>
        mayChange(member) && !isLastOwner(member) ? (
          <RoleSelect org={org} member={member} roles={roles} reload={commands.reload} />
        ) : (
          <>
            {member.role}
            {isLastOwner(member) ? <div className={text.quiet}>{LAST_OWNER}</div> : null}
          </>
        ),
    },
    { title: 'One-time codes', isWide: true, render: ({ hasTotp }) => (hasTotp ? 'on' : 'off') },
    { title: 'Joined', isWide: true, render: ({ joinedAt }) => <Moment at={joinedAt} /> },
    { title: 'Last seen', isWide: true, render: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
    {
      title: 'Action',
      hidesTitle: true,
      render: (member) =>
        !isLastOwner(member) && (mayChange(member) || member.userId === user.id) ? (
          <Button
            size="small"
            aria-label={member.userId === user.id ? `Leave ${org}` : `Remove ${member.email}`}
            onClick={() => commands.remove(member)}
          >
            {member.userId === user.id ? 'Leave' : 'Remove'}
          </Button>
        ) : null,
    },
  ];
}

const Identity = ({ member, isSelf }: { readonly member: Member; readonly isSelf: boolean }) => (
  <>
    {member.name || member.email} {isSelf ? <Badge>you</Badge> : null}{' '}
    {member.isDisabled ? <Badge tone="warn">disabled</Badge> : null}
    {member.name === '' ? null : <div className={text.quiet}>{member.email}</div>}
  </>
);

interface RoleProps {
  readonly org: string;
  readonly member: Member;
  readonly roles: readonly (readonly [Role, string])[];
  readonly reload: () => Promise<unknown>;
}

function RoleSelect({ org, member, roles, reload }: RoleProps) {
  const [isBusy, setBusy] = useState(false);
  const change = async (role: Role): Promise<void> => {
    setBusy(true);
    try {
      await callApi(`PATCH ${ONE}`, { params: { org, userId: member.userId }, body: { role } });
      showToast({ tone: 'good', text: `${member.email} has the role ${role} now.` });
    } catch (error) {
      showToast({ tone: 'bad', text: error instanceof Error ? error.message : 'The role was not changed.' });
    }
    await reload();
    setBusy(false);
  };
  return (
    <Select
      label={`Role of ${member.email}`}
      hideLabel
      value={member.role}
      options={roles}
      disabled={isBusy}
      onPick={(value) => {
        const role = roles.find(([one]) => one === value)?.[0];
        if (role !== undefined) void change(role);
      }}
    />
  );
}
