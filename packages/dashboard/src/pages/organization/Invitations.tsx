import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../api/apiError';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import type { Role } from '../../api/session';
import { Button } from '../../components/Button';
import { ErrorState } from '../../components/ErrorState';
import { Input } from '../../components/Input';
import { Moment } from '../../components/Moment';
import { NewSecret } from '../../components/NewSecret';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { SimpleTable, type SimpleColumn } from '../../components/SimpleTable';
import { showToast } from '../../lib/toasts';
import forms from '../../styles/forms.module.css';
import { useRolesUpTo } from './useRolesUpTo';

const LIST = 'GET /api/0/organizations/{org}/invitations';
type Invitation = ResponseOf<typeof LIST>['data'][number];

const columns = (revoke: (invitation: Invitation) => void): readonly SimpleColumn<Invitation>[] => [
  { title: 'Email address', render: ({ email }) => email },
  { title: 'Role', width: '90px', render: ({ role }) => role },
  { title: 'Invited by', isWide: true, render: ({ createdBy }) => createdBy },
  { title: 'Expires', isWide: true, render: ({ expiresAt }) => <Moment at={expiresAt} full /> },
  {
    title: 'Action',
    hidesTitle: true,
    render: (invitation) => (
      <Button
        size="small"
        aria-label={`Revoke the invitation of ${invitation.email}`}
        onClick={() => revoke(invitation)}
      >
        Revoke
      </Button>
    ),
  },
];

/** Invites people, and lists who has not answered. */
export function Invitations({ org }: { readonly org: string }) {
  const client = useQueryClient();
  const invitations = useQuery(operationQuery(LIST, { params: { org } }));
  const reload = () => client.invalidateQueries({ queryKey: operationKey(LIST) });
  const revoke = ({ id, email }: Invitation): void => {
    callApi('DELETE /api/0/organizations/{org}/invitations/{invitationId}', { params: { org, invitationId: id } })
      .then(reload)
      .then(() => showToast({ tone: 'good', text: `The link for ${email} no longer works.` }))
      .catch((error: unknown) =>
        showToast({ tone: 'bad', text: `The invitation was not revoked: ${reasonOf(error)}` }),
      );
  };
  const rows = invitations.data?.data ?? [];
  return (
    <>
      <Section title="Invite" note="The link works once.">
        <InviteForm org={org} onInvited={reload} />
      </Section>
      {invitations.error !== null && invitations.data === undefined ? (
        <ErrorState
          title="The invitations could not be loaded"
          error={invitations.error}
          retry={() => void invitations.refetch()}
        />
      ) : rows.length === 0 ? null : (
        <Section title="Pending invitations" isFlush>
          <SimpleTable caption="Invitations" columns={columns(revoke)} rows={rows} rowKey={({ id }) => id} />
        </Section>
      )}
    </>
  );
}

interface FormProps {
  readonly org: string;
  readonly onInvited: () => Promise<unknown>;
}

function InviteForm({ org, onInvited }: FormProps) {
  const roles = useRolesUpTo(org);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/organizations/{org}/invitations', { params: { org }, body: { email, role } }),
    onSuccess: () => {
      setEmail('');
      return onInvited();
    },
  });
  const made = invite.data;
  return (
    <form
      className={forms.stack}
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <div className={forms.row}>
        <Input
          label="Email address"
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          problem={invite.error?.message}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Select
          label="Role"
          value={role}
          options={roles}
          onPick={(value) => setRole(roles.find(([one]) => one === value)?.[0] ?? 'viewer')}
        />
        <Button type="submit" tone="primary" busy={invite.isPending}>
          Invite
        </Button>
      </div>
      {made === undefined ? null : made.link === null ? (
        <p role="status">The invitation is on its way to {made.email}.</p>
      ) : (
        <NewSecret label="Invitation link" code={made.link}>
          No mail server is configured. Pass this link to {made.email}; it is shown only now:
        </NewSecret>
      )}
    </form>
  );
}
