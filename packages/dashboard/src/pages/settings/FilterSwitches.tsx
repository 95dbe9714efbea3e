import { Checkbox } from '../../components/Checkbox';
import { Section } from '../../components/Section';
import { plural } from '../../lib/format';
import { FilterPreview, type FilterName } from './FilterPreview';
import styles from './Settings.module.css';
import type { SettingsForm } from './useSettingsForm';

const SWITCHES: readonly (readonly [filter: FilterName, reason: string, label: string, hint: string])[] = [
  ['crawlers', 'crawler', 'Crawlers', 'User agents that name a bot: search, preview, AI, monitoring.'],
  [
    'browserExtensions',
    'browser_extension',
    'Browser extensions',
    'Exceptions thrown by an extension or a script that was injected into the page.',
  ],
  [
    'localhost',
    'localhost',
    'Localhost',
    'Pages on a developer’s machine; without a page the client’s address decides.',
  ],
  [
    'legacyBrowsers',
    'legacy_browser',
    'Legacy browsers',
    'Internet Explorer, Opera Mini, Chrome, Edge and Firefox up to 110, Safari up to 15 and others.',
  ],
];

interface Props {
  readonly form: SettingsForm;
  /** Events by reason. */
  readonly reasons: ReadonlyMap<string, number>;
}

/** Filters that are switches, with what each of them dropped. */
export const FilterSwitches = ({ form, reasons }: Props) => (
  <Section title="Known noise">
    <div className={styles.stack}>
      {SWITCHES.map(([filter, reason, label, hint]) => (
        <div key={filter} className={styles.stack}>
          <Checkbox
            label={`${label} · ${plural(reasons.get(reason) ?? 0, 'event dropped', 'events dropped')}`}
            hint={hint}
            disabled={!form.canChange}
            checked={form.value(`filters.${filter}`) === true}
            onChange={({ target }) => form.set(`filters.${filter}`, target.checked)}
          />
          <FilterPreview filter={filter} entries={[]} />
        </div>
      ))}
    </div>
  </Section>
);
