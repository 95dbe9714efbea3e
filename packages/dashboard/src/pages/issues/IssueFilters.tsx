import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { Input } from '../../components/Input';
import { Menu } from '../../components/Menu';
import { Popover } from '../../components/Popover';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { FilterForm } from './FilterForm';
import { FILTERS, readSort, SORTS } from './issue';
import styles from './IssuesPage.module.css';

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
