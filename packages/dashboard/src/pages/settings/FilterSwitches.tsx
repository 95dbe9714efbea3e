import { Checkbox } from '../../components/Checkbox';
import { Section } from '../../components/Section';
import { plural } from '../../lib/format';
import { Link } from '../../components/Link';
import forms from '../../styles/forms.module.css';
import text from '../../styles/text.module.css';
import { FilterPreview } from './FilterPreview';
import styles from './Settings.module.css';
import type { FilterName } from './usePreview';
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
    <div className={forms.stack}>
      {SWITCHES.map(([filter, reason, label, hint]) => (
        <div key={filter} className={styles.switch}>
          <Checkbox
            label={label}
            hint={hint}
            disabled={!form.canChange}
            checked={form.value(`filters.${filter}`) === true}
            onChange={({ target }) => form.set(`filters.${filter}`, target.checked)}
          />
          <Dropped reason={reason} count={reasons.get(reason) ?? 0} />
          {form.canChange ? <FilterPreview filter={filter} label={label} /> : null}
        </div>
      ))}
    </div>
  </Section>
);

/** What a switch dropped in the range of the page, as a link to the refused samples. */
function Dropped({ reason, count }: { readonly reason: string; readonly count: number }) {
  const words = plural(count, 'event dropped', 'events dropped');
  if (count === 0) return <div className={forms.hint}>{words}</div>;
  return (
    <Link to="usage" className={text.link} title="Why was this dropped?" search={{ reason }} hash="why">
      {words}
    </Link>
  );
}
