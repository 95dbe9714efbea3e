import { useState } from 'react';
import { Button } from '../../components/Button';
import { Input } from '../../components/Input';
import { cx } from '../../lib/cx';
import forms from '../../styles/forms.module.css';
import { PreviewResult } from './PreviewResult';
import styles from './Settings.module.css';
import { usePreview, type FilterName, type Preview } from './usePreview';

interface Props {
  readonly filter: FilterName;
  readonly title: string;
  readonly hint: string;
  readonly example: string;
  readonly list: readonly string[];
  /** Adds an entry that is valid, with what it would have dropped. */
  readonly add: (entry: string, preview: Preview) => void;
}

/** A new entry of a filter: what it would have dropped is shown before it is added. */
export function NewFilterEntry({ filter, title, hint, example, list, add }: Props) {
  const [text, setText] = useState('');
  const preview = usePreview(filter);
  const entry = text.trim();
  const isKnown = list.includes(entry);
  const isCurrent = preview.variables?.[0] === entry;
  const problem = isKnown ? `${entry} is in the list already.` : isCurrent ? preview.error?.message : undefined;
  const check = async (): Promise<void> => {
    if (entry === '' || isKnown) return;
    const found = await preview.mutateAsync([entry]);
    add(entry, found);
    setText('');
    preview.reset();
  };
  return (
    <form
      className={styles.newEntry}
      onSubmit={(event) => {
        event.preventDefault();
        // The reason is shown below the field.
        check().catch(() => undefined);
      }}
    >
      <div className={cx(forms.row, styles.entryRow)}>
        <Input
          label={`New entry of ${title}`}
          hint={hint}
          problem={problem}
          placeholder={example}
          maxLength={1_000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className={styles.entryButtons}>
          <Button
            busy={preview.isPending}
            disabled={entry === '' || isKnown}
            aria-label={`Preview the new entry of ${title}`}
            onClick={() => preview.mutate([entry])}
          >
            Preview
          </Button>
          <Button type="submit" disabled={entry === '' || isKnown || preview.isPending}>
            Add
          </Button>
        </div>
      </div>
      <div aria-live="polite">
        {preview.data !== undefined && isCurrent ? <PreviewResult preview={preview.data} /> : null}
      </div>
    </form>
  );
}
