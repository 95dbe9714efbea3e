import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { useSession } from '../../api/session';
import { Input } from '../../components/Input';
import { Select } from '../../components/Select';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import forms from '../../styles/forms.module.css';
import { ACTIONS } from './auditActions';

const MOST_MEMBERS = 100;

/** What the audit log is filtered by: kind of change, who made it, project, and days. */
export function AuditFilters({ org }: { readonly org: string }) {
  const { action = '', userId = '', project = '', first = '', last = '' } = useSearch();
  const setSearch = useSetSearch();
  const projects = useSession().organizations.find(({ slug }) => slug === org)?.projects ?? [];
  const members = useQuery(
    operationQuery('GET /api/0/organizations/{org}/members', { params: { org }, query: { limit: MOST_MEMBERS } }),
  );
  const people = (members.data?.data ?? []).map((one) => [one.userId, one.name || one.email] as const);
  // A former member stays chosen.
  const isKnown = userId === '' || people.some(([id]) => id === userId);
  return (
    <div className={forms.filters} role="search" aria-label="Filter the changes">
      <Select
        label="Change"
        value={action}
        options={[['', 'All changes'], ...Object.entries(ACTIONS)]}
        onPick={(value) => setSearch({ action: value })}
      />
      <Select
        label="Who"
        value={userId}
        options={[['', 'Everyone'], ...(isKnown ? [] : [[userId, `User ${userId}`] as const]), ...people]}
        onPick={(value) => setSearch({ userId: value })}
      />
      <Select
        label="Project"
        value={project}
        options={[['', 'All'], ...projects.map((slug) => [slug, slug] as const)]}
        onPick={(value) => setSearch({ project: value })}
      />
      <Input
        label="First day"
        type="date"
        value={first}
        max={last === '' ? undefined : last}
        onChange={({ target }) => setSearch({ first: target.value }, { replace: true })}
      />
      <Input
        label="Last day"
        type="date"
        value={last}
        min={first === '' ? undefined : first}
        onChange={({ target }) => setSearch({ last: target.value }, { replace: true })}
      />
    </div>
  );
}
