import { useSyncExternalStore } from 'react';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { onThemeChange, readTheme, setTheme } from '../../lib/theme';
import forms from '../../styles/forms.module.css';

/** `/profile/appearance`: the theme of this browser. */
export function AppearancePage() {
  const theme = useSyncExternalStore(onThemeChange, readTheme);
  return (
    <>
      <PageHead title="Appearance" />
      <Section title="Theme" note="of this browser">
        <div className={forms.form}>
          <Select
            label="Colors"
            value={theme}
            options={[
              ['system', 'As the system'],
              ['light', 'Light'],
              ['dark', 'Dark'],
            ]}
            onPick={(value) => setTheme(value === 'light' || value === 'dark' ? value : 'system')}
          />
        </div>
      </Section>
    </>
  );
}
