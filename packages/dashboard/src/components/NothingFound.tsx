import type { ReactNode } from 'react';
import { formatTime } from '../lib/formatTime';
import { useSetSearch } from '../lib/useSearch';
import { Button } from './Button';
import { EmptyState } from './EmptyState';

interface Props {
  /** What does not exist: `No log contains “timeout”`. */
  readonly title: string;
  /** Where the search ended: ISO 8601; `undefined` if it is not about a range. */
  readonly from: string | undefined;
  /** The search parameters that clearing removes. */
  readonly clears: readonly string[];
  readonly children?: ReactNode;
}

/** What a list with filters shows if nothing matches: how far it searched, and a button that removes the filters. */
export function NothingFound({ title, from, clears, children }: Props) {
  const set = useSetSearch();
  return (
    <EmptyState
      title={title}
      actions={
        <Button onClick={() => set(Object.fromEntries(clears.map((name) => [name, undefined])))}>
          Clear the search
        </Button>
      }
    >
      {from === undefined
        ? 'Everything that is stored was searched.'
        : `The whole range was searched, back to ${formatTime(new Date(from)).replace(/:\d\d\.\d{3}$/, '')}.`}{' '}
      {children}
    </EmptyState>
  );
}
