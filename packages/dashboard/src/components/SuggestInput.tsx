import { useId, type ReactNode } from 'react';
import { Input } from './Input';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly defaultValue: string;
  /** Known values, the likeliest first, and what to say about each. Any other text can be entered too. */
  readonly suggestions: readonly { readonly value: string; readonly hint: string }[];
  /** Called with what is typed. */
  readonly onType: (text: string) => void;
}

/** An input of one line that suggests known values; the list is the system's own. */
export function SuggestInput({ suggestions, onType, ...rest }: Props) {
  const list = useId();
  return (
    <>
      <Input {...rest} list={list} autoComplete="off" onChange={({ target }) => onType(target.value)} />
      <datalist id={list}>
        {suggestions.map(({ value, hint }) => (
          <option key={value} value={value} label={`${value} · ${hint}`} />
        ))}
      </datalist>
    </>
  );
}
