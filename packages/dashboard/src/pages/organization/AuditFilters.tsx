import { memberChoice, useMembers } from '../../api/members';
import { useSession } from '../../api/session';
import { Input } from '../../components/Input';
import { Select } from '../../components/Select';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { ACTIONS } from './auditActions';
import styles from './AuditPage.module.css';

/** What the audit log is filtered by: kind of change, who made it, project, and days. */
export function AuditFilters({ org }: { readonly org: string }) {
  const { action = '', userId = '', project = '', first = '', last = '' } = useSearch();
  const setSearch = useSetSearch();
  const projects = useSession().organizations.find(({ slug }) => slug === org)?.projects ?? [];
  const people = useMembers(org).map(memberChoice);
  // A former member stays chosen.
  const isKnown = userId === '' || people.some(([id]) => id === userId);
  return (
    <div className={styles.filters} role="search" aria-label="Filter the changes">
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
