import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { Input } from '../../components/Input';
import { SearchBox } from '../../components/SearchBox';
import { Select } from '../../components/Select';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import styles from './LogsPage.module.css';

const LEVELS = [
  ['', 'All levels'],
  ['fatal,error', 'Errors'],
  ['fatal,error,warning', 'Warnings and errors'],
  ['info,warning,error,fatal', 'Info and above'],
  ['info', 'Info only'],
  ['debug', 'Debug only'],
] as const;

/** Search and filters of the logs; every choice is in the URL. */
export function LogFilters() {
  const { attributes = '', levels = '', trace } = useSearch();
  const set = useSetSearch();
  const isPair =
    attributes === '' || /^\s*[^\s:"]+:("[^"]*"|[^\s"]+)(\s+[^\s:"]+:("[^"]*"|[^\s"]+))*\s*$/.test(attributes);
  return (
    <div className={styles.filters}>
      <SearchBox label="Search messages" />
      <Select label="Levels" hideLabel options={LEVELS} value={levels} onPick={(picked) => set({ levels: picked })} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get('attributes');
          set({ attributes: typeof given === 'string' ? given : undefined });
        }}
      >
        <Input
          key={attributes}
          label="Attributes and tags"
          hideLabel
          name="attributes"
          placeholder='key:value, plan:"pro plus" ↵'
          defaultValue={attributes}
          problem={isPair ? undefined : 'Write key:value; a value with spaces in double quotes.'}
        />
      </form>
      {trace === undefined ? null : (
        <Button onClick={() => set({ trace: undefined })}>
          <span className={text.hidden}>Remove the filter </span>
          Trace {trace.slice(0, 8)} <Icon name="close" />
        </Button>
      )}
    </div>
  );
}
