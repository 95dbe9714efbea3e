import { useState } from 'react';
import { Section } from '../../components/Section';
import { TextArea } from '../../components/TextArea';
import { formatCount, plural } from '../../lib/format';
import { FilterPreview } from './FilterPreview';
import styles from './Settings.module.css';
import { entriesOf } from './settingValues';
import type { SettingsForm } from './useSettingsForm';

interface Props {
  readonly form: SettingsForm;
  readonly filter: 'ips' | 'environments' | 'releases' | 'messages';
  readonly title: string;
  readonly hint: string;
  readonly example: string;
  /** Events that each entry dropped in the range of the page. */
  readonly entries: readonly { readonly filter: string; readonly entry: string; readonly count: number }[];
}

/** A filter that is a list: its entries, what each of them dropped, and what they would have dropped. */
export function FilterList({ form, filter, title, hint, example, entries }: Props) {
  const name = `filters.${filter}`;
  const saved = form.value(name);
  const list = Array.isArray(saved) ? (saved as readonly string[]) : [];
  const [text, setText] = useState<string>();
  const counted = entries.filter((one) => one.filter === filter);
  const dropped = counted.reduce((sum, { count }) => sum + count, 0);
  const isChanged = form.changes.some((change) => change.name === name);
  return (
    <Section title={title} note={plural(dropped, 'event dropped', 'events dropped')}>
      <div className={styles.stack}>
        <TextArea
          label={title}
          hideLabel
          rows={Math.min(12, Math.max(3, list.length + 1))}
          spellCheck={false}
          disabled={!form.canChange}
          placeholder={example}
          hint={hint}
          // While nothing is changed, the text follows the settings.
          value={isChanged && text !== undefined ? text : list.join('\n')}
          onChange={({ target }) => {
            setText(target.value);
            form.set(name, entriesOf(target.value));
          }}
        />
        {counted.length === 0 ? null : (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Entry</th>
                <th scope="col" className={styles.number}>
                  Events dropped
                </th>
              </tr>
            </thead>
            <tbody>
              {counted.map(({ entry, count }) => (
                <tr key={entry}>
                  <td>
                    <code>{entry}</code>
                  </td>
                  <td className={styles.number}>{formatCount(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {list.length === 0 ? null : <FilterPreview filter={filter} entries={list} />}
      </div>
    </Section>
  );
}
