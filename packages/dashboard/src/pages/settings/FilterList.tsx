import { useState } from 'react';
import { Button } from '../../components/Button';
import { Section } from '../../components/Section';
import { TextArea } from '../../components/TextArea';
import { plural } from '../../lib/format';
import forms from '../../styles/forms.module.css';
import { entryRows } from './entryRows';
import { FilterEntries } from './FilterEntries';
import { NewFilterEntry } from './NewFilterEntry';
import { entriesOf, readSetting } from './settingValues';
import type { Preview } from './usePreview';
import type { SettingsForm } from './useSettingsForm';

interface Props {
  readonly form: SettingsForm;
  readonly filter: 'ips' | 'environments' | 'releases' | 'messages';
  /** The reason that its events are counted under. */
  readonly reason: string;
  readonly title: string;
  readonly hint: string;
  readonly example: string;
  /** Events that each entry dropped in the range of the page. */
  readonly entries: readonly { readonly filter: string; readonly entry: string; readonly count: number }[];
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : []);

const listWithout = (list: readonly string[], entry: string): readonly string[] => list.filter((one) => one !== entry);

/** A filter that is a list: its entries with what each of them dropped, and a new one with what it would have dropped. */
export function FilterList({ form, filter, reason, title, hint, example, entries }: Props) {
  const name = `filters.${filter}`;
  const list = listOf(form.value(name));
  const saved = form.settings === undefined ? [] : listOf(readSetting(form.settings, name));
  const [isText, setText] = useState(false);
  const [previews, setPreviews] = useState<ReadonlyMap<string, Preview>>(new Map());
  const counts = entries.filter((one) => one.filter === filter);
  const dropped = counts.reduce((sum, { count }) => sum + count, 0);
  const remove = (entry: string): void => form.set(name, listWithout(list, entry));
  const rows = entryRows({ list, saved, counts });
  return (
    <Section
      title={title}
      note={plural(dropped, 'event dropped', 'events dropped')}
      actions={
        form.canChange ? (
          <Button size="small" tone="quiet" aria-pressed={isText} onClick={() => setText(!isText)}>
            {isText ? 'Edit as a list' : 'Edit as text'}
          </Button>
        ) : undefined
      }
    >
      <div className={forms.stack}>
        {isText ? (
          <EntryText
            {...{ title, list, hint: `${hint} One entry on each line.` }}
            set={(value) => form.set(name, value)}
          />
        ) : (
          <>
            {rows.length === 0 ? null : (
              <FilterEntries {...{ title, rows, reason, previews }} remove={form.canChange ? remove : undefined} />
            )}
            {form.canChange ? (
              <NewFilterEntry
                {...{ filter, title, hint, example, list }}
                add={(entry, preview) => {
                  form.set(name, [...list, entry]);
                  setPreviews(new Map([...previews, [entry, preview]]));
                }}
              />
            ) : rows.length === 0 ? (
              <p className={forms.hint}>No entries: nothing is dropped by this filter.</p>
            ) : null}
          </>
        )}
      </div>
    </Section>
  );
}

interface TextProps {
  readonly title: string;
  readonly hint: string;
  readonly list: readonly string[];
  readonly set: (list: readonly string[]) => void;
}

/** All entries as text, to paste many of them. */
function EntryText({ title, hint, list, set }: TextProps) {
  const [text, setText] = useState(() => list.join('\n'));
  return (
    <TextArea
      label={title}
      hideLabel
      rows={Math.min(12, Math.max(4, list.length + 1))}
      spellCheck={false}
      hint={hint}
      // Blank lines stay while someone types; a discarded change replaces the text.
      value={entriesOf(text).join('\n') === list.join('\n') ? text : list.join('\n')}
      onChange={({ target }) => {
        setText(target.value);
        set(entriesOf(target.value));
      }}
    />
  );
}
