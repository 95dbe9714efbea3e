import { useSearch, useSetSearch } from '../lib/useSearch';
import { Input } from './Input';

interface Props {
  readonly label: string;
  /** Default: the label. */
  readonly placeholder?: string;
  /** The search parameter of the URL that has the text. */
  readonly name?: string;
  /** Whether `/` focuses it. */
  readonly isMain?: boolean;
}

/** The search of a list. What is typed is in the URL at once; Back skips it. */
export function SearchBox({ label, placeholder = label, name = 'query', isMain = true }: Props) {
  const value = useSearch()[name] ?? '';
  const setSearch = useSetSearch();
  return (
    <Input
      label={label}
      hideLabel
      type="search"
      data-search={isMain || undefined}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => setSearch({ [name]: target.value }, { replace: true })}
    />
  );
}
