import { PageHead } from '../../components/PageHead';
import { useHasRole } from '../../api/session';
import { useList } from '../../api/useList';
import { useRouteParam } from '../../lib/useProject';
import forms from '../../styles/forms.module.css';
import { Invitations } from './Invitations';
import { MEMBERS, MemberTable } from './MemberTable';

/** `/{org}/settings/members`: who belongs to the organization, and who is invited. */
export function MembersPage() {
  const org = useRouteParam('org');
  const canChange = useHasRole(org, 'admin');
  const list = useList(MEMBERS, { params: { org } });
  return (
    <>
      <PageHead title="Members" />
      {canChange ? null : <p className={forms.lead}>Only admins and owners can invite, remove and change members.</p>}
      <MemberTable org={org} list={list} />
      {/* Not before the members: it is below as many rows as there are. */}
      {canChange && !list.isLoading ? <Invitations org={org} /> : null}
    </>
  );
}
