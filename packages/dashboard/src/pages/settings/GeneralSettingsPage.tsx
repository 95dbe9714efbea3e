import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { useOptimistic } from '../../api/useOptimistic';
import { Badge } from '../../components/Badge';
import { Checkbox } from '../../components/Checkbox';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { ErrorState } from '../../components/ErrorState';
import { KeyValue } from '../../components/KeyValue';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { urlBelowBase } from '../../lib/basePath';
import { useProject } from '../../lib/useProject';
import { DeletionSection } from './DeletionSection';
import { ErasureSection } from './ErasureSection';
import styles from './Settings.module.css';

const READ = 'GET /api/0/projects/{org}/{project}/settings';

/** `/{org}/{project}/settings/general`: what the project is called, where it is, and whether it takes events. */
export function GeneralSettingsPage() {
  const { org, project } = useProject();
  return (
    <>
      <PageHead title="General" />
      <div className={styles.parts}>
        <Section title="Project">
          <KeyValue
            pairs={[
              ['Organization', <code>{org}</code>],
              ['Project', <code>{project}</code>],
              ['API', <code>{urlBelowBase(`api/0/projects/${org}/${project}`).href}</code>],
              ['Command line', <code>{`sluice project show ${org}/${project}`}</code>],
            ]}
          />
        </Section>
        <Ingestion />
        <ErasureSection />
        <DeletionSection />
      </div>
    </>
  );
}

/** Whether the project takes events. */
function Ingestion() {
  const params = useProject();
  const mayChange = useHasRole(params.org, 'admin');
  const [isAsking, setAsking] = useState(false);
  const settings = useQuery(operationQuery(READ, { params }));
  const change = useOptimistic({
    send: (ingestion: boolean) =>
      callApi('PATCH /api/0/projects/{org}/{project}/settings', { params, body: { ingestion } }),
    keys: [operationKey(READ, { params })],
    apply: (answer, ingestion) => ({ ...(answer as object), ingestion }),
    failure: 'The setting was not changed',
  });
  return (
    <Section
      title="Events"
      note={settings.data?.ingestion === false ? <Badge tone="warn">all events are dropped</Badge> : undefined}
    >
      {settings.error === null ? null : (
        <ErrorState
          title="The settings could not be loaded"
          error={settings.error}
          retry={() => void settings.refetch()}
        />
      )}
      {settings.data === undefined ? (
        <Skeleton width="40ch" height="38px" />
      ) : (
        <Checkbox
          label="Accept events"
          hint={
            mayChange
              ? 'While this is off, the server drops all events of this project. Changes take effect within two seconds; stored events stay.'
              : 'Admins of the organization can change this.'
          }
          checked={settings.data.ingestion}
          disabled={!mayChange}
          onChange={({ target }) => (target.checked ? change.mutate(true) : setAsking(true))}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={`Stop accepting events for ${params.project}?`}
        effects={
          <p>
            Within two seconds, the server starts to drop all events of this project, and counts them as filtered (
            <code>ingestion_off</code>). They are lost: programs do not send them again. Stored events stay, and you can
            turn this on again.
          </p>
        }
        action="Stop accepting events"
        confirm={() => change.mutateAsync(false)}
      />
    </Section>
  );
}
