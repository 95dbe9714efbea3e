import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { Input } from '../../components/Input';
import { SearchBox } from '../../components/SearchBox';
import { Select } from '../../components/Select';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import styles from './TracesPage.module.css';

const STATUSES = [
  ['', 'Any status'],
  ['ok', 'ok'],
  ['error', 'error'],
  ['cancelled', 'cancelled'],
] as const;

/** Search and filters of the traces; every choice is in the URL. */
export function TraceFilters({ tab }: { readonly tab: string }) {
  const { status = '', min = '', max = '', name } = useSearch();
  const set = useSetSearch();
  return (
    <div className={styles.filters}>
      <SearchBox label="Search by name" />
      {name === undefined ? null : (
        <Button onClick={() => set({ name: undefined })} aria-label={`Remove the filter ${name}`}>
          {name} <Icon name="close" />
        </Button>
      )}
      {tab === 'traces' ? (
        <>
          <Select
            label="Status"
            hideLabel
            options={STATUSES}
            value={status}
            onPick={(picked) => set({ status: picked })}
          />
          <Input
            label="Shortest duration in milliseconds"
            hideLabel
            type="number"
            min={0}
            placeholder="At least ms"
            value={min}
            onChange={(event) => set({ min: event.target.value }, { replace: true })}
          />
          <Input
            label="Longest duration in milliseconds"
            hideLabel
            type="number"
            min={0}
            placeholder="At most ms"
            value={max}
            onChange={(event) => set({ max: event.target.value }, { replace: true })}
          />
        </>
      ) : null}
    </div>
  );
}
