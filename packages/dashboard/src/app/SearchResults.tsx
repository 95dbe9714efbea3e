import { Autocomplete } from '@base-ui/react/autocomplete';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import { operationQuery } from '../api/operationQuery';
import { useSession } from '../api/session';
import { Icon } from '../components/Icon';
import { useGo } from '../lib/useGo';
import { usePlace } from '../lib/useProject';
import { idHits, issueHits, pageHits, projectHits, type Hit } from './searchHits';
import styles from './SearchDialog.module.css';

interface Props {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly close: () => void;
}

/** The field of the search and what it finds. */
export function SearchResults({ text, setText, close }: Props) {
  const go = useGo();
  const query = useDeferredValue(text.trim());
  const highlighted = useRef<Hit | undefined>(undefined);
  const { hits, isSearching } = useHits(query);
  const open = (hit: Hit): void => {
    go(hit.to);
    close();
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
        placeholder="Search pages, projects, issues, ids"
        aria-label="Search"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || highlighted.current === undefined) return;
          event.preventDefault();
          open(highlighted.current);
        }}
      />
      <Autocomplete.Empty className={styles.empty}>{isSearching ? 'Searching' : 'Nothing found.'}</Autocomplete.Empty>
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

/** What a text finds: at once among pages, projects and ids, and a moment later among issues. */
function useHits(query: string): { readonly hits: readonly Hit[]; readonly isSearching: boolean } {
  const { organizations } = useSession();
  const { org = '', project = '' } = usePlace();
  const issues = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/issues', {
      params: { org, project },
      query: { query, status: 'all', limit: 8 },
    }),
    enabled: project !== '' && query.length >= 2,
  });
  const hits = [
    ...(project === '' ? [] : [...idHits(query), ...pageHits(query)]),
    ...(query.length >= 2 ? issueHits(issues.data?.data ?? []) : []),
    ...projectHits(organizations, query),
  ];
  return { hits, isSearching: issues.isFetching };
}
