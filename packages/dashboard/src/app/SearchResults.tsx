import { Autocomplete } from '@base-ui/react/autocomplete';
import { useDeferredValue, useRef } from 'react';
import { Button } from '../components/Button';
import { Icon } from '../components/Icon';
import { useGo } from '../lib/useGo';
import type { Hit } from './searchHits';
import { useHits } from './useHits';
import type { TypedAhead } from './useTypedAhead';
import styles from './SearchDialog.module.css';

interface Props extends TypedAhead {
  readonly close: () => void;
}

const NOTHING =
  'Nothing found. Search for the title of an issue, a release, the email or id of a user, the name of a metric or a page, ' +
  'the id of an event, a trace or a replay, or a command such as “dark” or “sign out”.';

/** The field of the search and what it finds. */
export function SearchResults({ text, setText, hasFocus, close }: Props) {
  const go = useGo();
  const query = useDeferredValue(text.trim());
  const highlighted = useRef<Hit | undefined>(undefined);
  const { hits, isSearching, error, retry } = useHits(query);
  const open = (hit: Hit): void => {
    if (hit.run === undefined) go(hit.to, hit.search);
    close();
    hit.run?.();
  };
  return (
    <Autocomplete.Root<Hit>
      open
      inline
      items={hits}
      filter={null}
      value={text}
      onValueChange={setText}
      itemToStringValue={({ label }) => label}
      autoHighlight="always"
      onItemHighlighted={(hit) => {
        highlighted.current = hit;
      }}
    >
      <Autocomplete.Input
        className={styles.input}
        placeholder="Issues, releases, users, metrics, pages, ids, commands"
        aria-label="Search"
        onFocus={({ currentTarget }) => {
          currentTarget.setSelectionRange(text.length, text.length);
          hasFocus();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || highlighted.current === undefined) return;
          event.preventDefault();
          open(highlighted.current);
        }}
      />
      {error === undefined ? null : <Incomplete error={error} retry={retry} />}
      <Autocomplete.Empty className={styles.empty}>
        {error !== undefined ? null : isSearching ? 'Searching' : NOTHING}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(hit: Hit) => (
          <Autocomplete.Item key={hit.to} value={hit} className={styles.item} onClick={() => open(hit)}>
            <Icon name={hit.icon} />
            <span className={styles.label}>{hit.label}</span>
            <span className={styles.kind}>{hit.kind}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

const Incomplete = ({ error, retry }: { readonly error: Error; readonly retry: () => void }) => (
  <p className={styles.empty} role="alert">
    Not everything was searched. {error.message}{' '}
    <Button size="small" onClick={retry}>
      Try again
    </Button>
  </p>
);
