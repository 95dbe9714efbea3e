import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { sessionQuery } from '../../api/session';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { PageHead } from '../../components/PageHead';
import { SlugInput } from '../../components/SlugInput';
import { useGo } from '../../lib/useGo';
import styles from './CreateOrganizationPage.module.css';

/** `/create-organization`: an organization and its first project, then the setup of the project. */
export function CreateOrganizationPage() {
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
      <PageHead title="Create your organization" />
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
          disabled={created !== undefined}
        />
        <SlugInput label="First project" placeholder="web" value={project} set={setProject} />
        <ErrorNote error={create.error} />
        <Button type="submit" tone="primary" busy={create.isPending}>
          Create
        </Button>
      </form>
    </>
  );
}
