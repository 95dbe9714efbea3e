import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { ErrorState } from '../../components/ErrorState';
import { KeyValue } from '../../components/KeyValue';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { urlBelowBase } from '../../lib/basePath';
import { useRouteParam } from '../../lib/useProject';
import forms from '../../styles/forms.module.css';
import { EraseOrganization } from './EraseOrganization';

const READ = 'GET /api/0/organizations/{org}';

/** `/{org}/settings/general`: what the organization is called, and its permanent deletion. */
export function OrganizationPage() {
  const org = useRouteParam('org');
  const organization = useQuery(operationQuery(READ, { params: { org } }));
  const isOwner = useHasRole(org, 'owner');
  return (
    <>
      <PageHead title="Organization" />
      <Section title="General">
        {organization.data !== undefined ? (
          <KeyValue
            pairs={[
              ['Organization', <code>{org}</code>],
              ['Created', <Time at={organization.data.createdAt} form="day" />],
              ['API', <code>{urlBelowBase(`api/0/organizations/${org}`).href}</code>],
              ['Command line', <code>{`sluice project list ${org}`}</code>],
            ]}
          />
        ) : organization.error === null ? (
          <Skeleton width="100%" height="92px" />
        ) : (
          <ErrorState
            title="The organization could not be loaded"
            error={organization.error}
            retry={() => void organization.refetch()}
          />
        )}
      </Section>
      {isOwner ? <Deletion org={org} /> : null}
    </>
  );
}

function Deletion({ org }: { readonly org: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title="Delete the organization">
      <div className={forms.danger}>
        <p>All projects of {org} and everything that they stored are erased, and its pages are gone.</p>
        <Button tone="danger" onClick={() => setAsking(true)}>
          Delete {org} permanently…
        </Button>
      </div>
      {isAsking ? <EraseOrganization org={org} close={() => setAsking(false)} /> : null}
    </Section>
  );
}
