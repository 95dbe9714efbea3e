import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { QueryOf } from '../../api/callApi';
import { memberChoice, useMembers } from '../../api/members';
import { operationQuery } from '../../api/operationQuery';
import { useSession } from '../../api/session';
import { Button } from '../../components/Button';
import { Select } from '../../components/Select';
import { SuggestInput } from '../../components/SuggestInput';
import { plural } from '../../lib/format';
import { useDelayed } from '../../lib/useDelayed';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import { FILTERS, LEVELS } from './issue';
import styles from './IssuesPage.module.css';

const VALUES = 'GET /api/0/projects/{org}/{project}/issues/filter-values';

/** Fields with suggestions: tags, users and addresses of exceptions. */
type Field = NonNullable<QueryOf<typeof VALUES>>['field'];

const PLACEHOLDERS: Readonly<Record<Field, string>> = {
  tag: 'key:value, such as region:eu',
  user: 'Key of a user, such as id:42',
  url: 'Part of the address',
};

/** The filters of the list of issues besides its text, with the values that occur in the range. */
export function FilterForm({ close }: { readonly close: () => void }) {
  const search = useSearch();
  const set = useSetSearch();
  const { user: me } = useSession();
  const { org } = useProject();
  const members = useMembers(org);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const read = (name: string): string | undefined => {
      const value = values.get(name);
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
    };
    set(Object.fromEntries(FILTERS.map(([name]) => [name, read(name)])));
    close();
  };
  const others = members.filter(({ userId, isDisabled }) => userId !== me.id && !isDisabled).map(memberChoice);
  return (
    <form className={styles.form} onSubmit={submit}>
      <Select
        name="level"
        label="Level"
        defaultValue={search['level'] ?? ''}
        options={[['', 'Any'], ...LEVELS.map((level) => [level, level] as const)]}
        onPick={ignore}
      />
      <ValueField field="tag" label="Tag" />
      <ValueField field="user" label="User" />
      <ValueField field="url" label="Page address" />
      <Select
        name="assignee"
        label="Assignee"
        key={others.length}
        defaultValue={search['assignee'] ?? ''}
        options={[['', 'Any'], ['me', 'Me'], ['none', 'Nobody'], ...others]}
        onPick={ignore}
      />
      <div className={styles.actions}>
        <Button onClick={close}>Cancel</Button>
        <Button tone="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}

/** The form is read when it is submitted. */
const ignore = (): void => undefined;

function ValueField({ field, label }: { readonly field: Field; readonly label: string }) {
  const params = useProject();
  const { filter } = useView();
  const { [field]: chosen = '' } = useSearch();
  const [typed, setTyped] = useState('');
  const query = useDelayed(typed);
  const { data } = useQuery({
    ...operationQuery(VALUES, { params, query: { ...filter, field, query: query === '' ? undefined : query } }),
    placeholderData: keepPreviousData,
  });
  return (
    <SuggestInput
      name={field}
      label={label}
      placeholder={PLACEHOLDERS[field]}
      defaultValue={chosen}
      suggestions={(data?.data ?? []).map(({ value, count }) => ({ value, hint: plural(count, 'event') }))}
      onType={setTyped}
    />
  );
}
