import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { sessionQuery, useSession } from '../../api/session';
import { Button } from '../../components/Button';
import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';
import { SlugInput } from '../../components/SlugInput';
import { useGo } from '../../lib/useGo';
import styles from './CreateOrganizationPage.module.css';

/** `/create-organization`: an organization and its first project, then the setup of the project. */
export function CreateOrganizationPage() {
  // As the page was opened: the last organization that the form creates needs its first project.
  const [organizationsLeft] = useState(useSession().organizationsLeft);
  return (
    <>
      <PageHead title="Create your organization" />
      {organizationsLeft > 0 ? <CreationForm /> : <NoneLeft />}
    </>
  );
}

const NoneLeft = () => (
  <EmptyState title="You cannot create another organization">
    You have created as many as this server allows a user (<code>MAX_ORGANIZATIONS_PER_USER</code>). An operator can
    create one with <code>sluice org create</code>, and an admin of another organization can invite you.
  </EmptyState>
);

function CreationForm() {
  const client = useQueryClient();
  const go = useGo();
  const [slug, setSlug] = useState('');
  const [project, setProject] = useState('');
  const [created, setCreated] = useState<string>();
  const create = useMutation({
    mutationFn: async () => {
      // A second attempt after a refused project must not create the organization again.
      if (created !== slug) await callApi('POST /api/0/organizations', { body: { slug } });
      setCreated(slug);
      await callApi('POST /api/0/projects/{org}', { params: { org: slug }, body: { slug: project } });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    onSuccess: () => go(`/${slug}/${project}/setup`),
  });
  return (
    <>
      <p className={styles.lead}>An organization has members, quotas and projects. You become its owner.</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <SlugInput
          label="Organization"
          placeholder="acme"
          value={slug}
          set={setSlug}
          problem={created === undefined ? create.error?.message : undefined}
          disabled={created !== undefined}
        />
        <SlugInput
          label="First project"
          placeholder="web"
          value={project}
          set={setProject}
          problem={created === undefined ? undefined : create.error?.message}
        />
        <Button type="submit" tone="primary" busy={create.isPending}>
          Create
        </Button>
      </form>
    </>
  );
}
