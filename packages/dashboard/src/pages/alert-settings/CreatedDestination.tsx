import type { ResponseOf } from '../../api/callApi';
import { Button } from '../../components/Button';
import { NewSecret } from '../../components/NewSecret';
import { Section } from '../../components/Section';
import { useSetSearch } from '../../lib/useSearch';
import forms from '../../styles/forms.module.css';
import alerts from '../alerts/Alerts.module.css';
import styles from './AlertSettings.module.css';
import { TestButton } from './TestButton';

interface Props {
  readonly org: string;
  readonly created: ResponseOf<'POST /api/0/organizations/{org}/alerts/destinations'>;
}

/** The next steps for a new destination: copy its signing secret, test it, use it in rules. */
export function CreatedDestination({ org, created }: Props) {
  const set = useSetSearch();
  return (
    <div className={alerts.editor}>
      <Section title={`${created.name} was created`}>
        <div className={forms.stack}>
          {created.signingSecret === null ? null : (
            <NewSecret label="Signing secret" code={created.signingSecret}>
              This secret signs every message and is shown only once. Give it to the receiver, which verifies the header
              webhook-signature with it.
            </NewSecret>
          )}
          {created.warnings.map((warning) => (
            <p key={warning} role="alert" className={styles.warning}>
              {warning}
            </p>
          ))}
          <p>Send a test to see what the receiver answers. Then choose the destination in your rules.</p>
          <div className={forms.buttons}>
            <TestButton org={org} destination={created} />
            <Button size="small" onClick={() => set({ destination: undefined, kind: undefined, tab: 'rules' })}>
              Open the rules
            </Button>
            <Button size="small" onClick={() => set({ destination: undefined, kind: undefined })}>
              Done
            </Button>
          </div>
        </div>
      </Section>
    </div>
  );
}
