import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { Input } from '../../components/Input';
import { Menu } from '../../components/Menu';
import { Popover } from '../../components/Popover';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { readSort, SORTS } from './issue';
import styles from './IssuesPage.module.css';

/** Filters besides the text, with what to enter. */
const FILTERS = [
  ['level', 'Level', 'fatal, error, warning or info'],
  ['tag', 'Tag', 'key:value, such as region:eu'],
  ['user', 'User', 'Key of a user, such as id:42'],
  ['url', 'Page address', 'Part of the address'],
  ['assignee', 'Assignee', 'me, none, or the id of a user'],
] as const;

const SEARCH_DELAY_MS = 250;

/** Search, filters and sort of the list of issues. All are in the URL. */
export function IssueFilters() {
  const search = useSearch();
  const set = useSetSearch();
  const sort = readSort(search['sort']);
  return (
    <>
      <div className={styles.tools}>
        <SearchField />
        <Popover
          label="Filters"
          trigger={(props) => (
            <Button {...props}>
              <Icon name="filter" /> Filter
            </Button>
          )}
        >
          {(close) => <FilterForm close={close} />}
        </Popover>
        <Menu
          label="Sort"
          trigger={(props) => (
            <Button {...props}>
              Sort: {SORTS.find(([name]) => name === sort)?.[1]} <Icon name="chevronDown" />
            </Button>
          )}
          entries={SORTS.map(([name, label]) => ({
            label,
            isChosen: name === sort,
            onSelect: () => set({ sort: name === 'lastSeen' ? undefined : name }),
          }))}
        />
        <div className={styles.chips}>
          {FILTERS.flatMap(([name, label]) => {
            const value = search[name];
            return value === undefined
              ? []
              : [
                  <span key={name} className={styles.chip}>
                    <span>
                      <em>{label}</em> {value}
                    </span>
                    <Button
                      tone="quiet"
                      size="small"
                      aria-label={`Remove the filter ${label} ${value}`}
                      onClick={() => set({ [name]: undefined })}
                    >
                      <Icon name="close" />
                    </Button>
                  </span>,
                ];
          })}
        </div>
      </div>
    </>
  );
}

function SearchField() {
  const { query = '' } = useSearch();
  const set = useSetSearch();
  const [typed, setTyped] = useState(query);
  const sent = useRef(query);
  useEffect(() => {
    if (query !== sent.current) {
      sent.current = query;
      setTyped(query);
    }
  }, [query]);
  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      set({ query: typed === '' ? undefined : typed }, { replace: true });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed, set]);
  return (
    <div className={styles.search}>
      <Input
        label="Search title or place"
        hideLabel
        type="search"
        placeholder="Search title or place"
        value={typed}
        maxLength={200}
        data-search
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}

function FilterForm({ close }: { readonly close: () => void }) {
  const search = useSearch();
  const set = useSetSearch();
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
  return (
    <form className={styles.form} onSubmit={submit}>
      {FILTERS.map(([name, label, hint]) => (
        <Input key={name} name={name} label={label} defaultValue={search[name] ?? ''} placeholder={hint} />
      ))}
      <div className={styles.actions}>
        <Button onClick={close}>Cancel</Button>
        <Button tone="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}
