import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { sessionQuery, useSession } from '../../api/session';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { plural } from '../../lib/format';
import { showToast } from '../../lib/toasts';
import { useGo } from '../../lib/useGo';
import { Removal } from '../settings/Removal';

interface Props {
  readonly org: string;
  readonly close: () => void;
}

/** Deletes an organization and all of its projects, after its slug is typed; then the account shows the progress. */
export function EraseOrganization({ org, close }: Props) {
  const client = useQueryClient();
  const go = useGo();
  const projects = useSession().organizations.find(({ slug }) => slug === org)?.projects ?? [];
  const erase = async (): Promise<void> => {
    await callApi('POST /api/0/organizations/{org}/erasures', { params: { org }, body: { organization: org } });
    go('/profile/account');
    showToast({ tone: 'good', text: `${org} is deleted. Its data is being erased; your account shows the progress.` });
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return (
    <ConfirmDialog
      isOpen
      close={close}
      title={`Delete ${org} permanently?`}
      typed={org}
      effects={
        <Removal
          lead="The organization is deleted at once, and then everything in its projects. None of it can be restored."
          facts={[
            [
              'Removed',
              <>
                {projects.length === 0
                  ? 'Deleted projects'
                  : `${plural(projects.length, 'project')} (${projects.join(', ')})`}{' '}
                with all events, issues, replays, releases, source maps and keys; <Members org={org} />, invitations,
                access tokens and the audit log.
              </>,
            ],
            [
              'At once',
              'Keys and tokens stop working within two seconds, its pages are gone, and its slug can be used again.',
            ],
            ['Stays', 'The accounts of people, counts of usage without personal data, and the record of this erasure.'],
          ]}
        />
      }
      action="Delete the organization"
      confirm={erase}
    />
  );
}

const LIMIT = 100;

/** How many members lose their access. */
function Members({ org }: { readonly org: string }) {
  const { data } = useQuery(
    operationQuery('GET /api/0/organizations/{org}/members', { params: { org }, query: { limit: LIMIT } }),
  );
  if (data === undefined) return <>all memberships</>;
  return <>{data.next === null ? plural(data.data.length, 'membership') : `more than ${LIMIT} memberships`}</>;
}
