import { Checkbox } from '../../components/Checkbox';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { TextArea } from '../../components/TextArea';
import forms from '../../styles/forms.module.css';
import { useState } from 'react';
import { DomainTester } from './DomainTester';
import { KeySection } from './KeySection';
import { SettingsFrame } from './SettingsFrame';
import { entriesOf } from './settingValues';
import { useSettingsForm, type SettingsForm } from './useSettingsForm';

/** `/{org}/{project}/settings/security`. */
export function SecuritySettingsPage() {
  const form = useSettingsForm();
  return (
    <SettingsFrame
      title="Security"
      form={form}
      facts={['who may send events, and what is removed from them before they are stored']}
    >
      <Domains form={form} />
      <KeySection />
      <Privacy form={form} />
    </SettingsFrame>
  );
}

const DOMAIN_HINT = (
  <>
    Hosts whose pages may send events with a public key, one per line. <code>*.example.com</code> matches subdomains of
    any depth, but not <code>example.com</code> itself. An entry without a port matches every port. Entries for apps and
    extensions: <code>capacitor://localhost</code>, <code>app://*</code>, <code>file://</code>. The entry{' '}
    <code>null</code> allows pages without an origin, such as local files, but also sandboxed frames of any site.
  </>
);

function Domains({ form }: { readonly form: SettingsForm }) {
  const saved = form.value('allowedDomains');
  const domains = Array.isArray(saved) ? (saved as readonly string[]) : [];
  const [text, setText] = useState<string>();
  const isChanged = form.changes.some(({ name }) => name === 'allowedDomains');
  const allowNoOrigin = form.value('allowNoOrigin') === true;
  return (
    <Section title="Allowed domains" note={domains.length === 0 ? 'empty: every page may send events' : undefined}>
      <div className={forms.stack}>
        <TextArea
          label="Allowed domains"
          hideLabel
          rows={Math.min(12, Math.max(3, domains.length + 1))}
          spellCheck={false}
          disabled={!form.canChange}
          placeholder={'example.com\n*.example.com\nlocalhost:3000'}
          hint={DOMAIN_HINT}
          value={isChanged && text !== undefined ? text : domains.join('\n')}
          onChange={({ target }) => {
            setText(target.value);
            form.set('allowedDomains', entriesOf(target.value));
          }}
        />
        <Checkbox
          label="Allow requests without Origin and Referer"
          hint="Only browsers send these headers. For servers, prefer a server key: it needs no allowed domain. Sentry's SDKs for JavaScript, Node included, cannot use one."
          disabled={!form.canChange}
          checked={allowNoOrigin}
          onChange={({ target }) => form.set('allowNoOrigin', target.checked)}
        />
        <DomainTester domains={domains} allowNoOrigin={allowNoOrigin} />
      </div>
    </Section>
  );
}

const Privacy = ({ form }: { readonly form: SettingsForm }) => (
  <Section title="Privacy">
    <div className={forms.stack}>
      <Checkbox
        label="Scrub events"
        hint="Replaces email addresses, card numbers and secrets before an event is queued or stored. Events that are stored already do not change."
        disabled={!form.canChange}
        checked={form.value('scrub') === true}
        onChange={({ target }) => form.set('scrub', target.checked)}
      />
      <Select
        label="Client IP addresses"
        hint="How much of an address is stored in user.ip and user.ip_address. Filters and visitor counts use the full address before that."
        disabled={!form.canChange}
        value={String(form.value('storeIp') ?? 'full')}
        options={[
          ['full', 'Store the full address'],
          ['truncated', 'Store the network only (24 bits of IPv4, 48 of IPv6)'],
          ['off', 'Do not store the address'],
        ]}
        onPick={(value) => form.set('storeIp', value)}
      />
      <Checkbox
        label="Keep samples of refused events"
        hint="The last 20 of each reason for one hour, always scrubbed, 4 KB each. Never events of filtered addresses."
        disabled={!form.canChange}
        checked={form.value('refusedSamples') === true}
        onChange={({ target }) => form.set('refusedSamples', target.checked)}
      />
    </div>
  </Section>
);
