import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callApi } from '../../api/callApi';
import { sessionQuery, useSession, type Session } from '../../api/session';
import { Button } from '../../components/Button';
import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';
import { SlugInput } from '../../components/SlugInput';
import { useGo } from '../../lib/useGo';
import styles from './CreateOrganizationPage.module.css';

/** `/create-organization`: an organization and its first project, then the setup of the project. */
export function CreateOrganizationPage() {
  // As the page was opened: the last organization that the form creates needs its first project.
  const [refusal] = useState(useSession().organizationsRefusal);
  return refusal === null ? (
    <>
      <PageHead title="Create your organization" />
      <CreationForm />
    </>
  ) : (
    <>
      <PageHead title="Organizations" />
      <Refused refusal={refusal} />
    </>
  );
}

type Refusal = NonNullable<Session['organizationsRefusal']>;

const TITLES: Readonly<Record<Refusal, string>> = {
  operators_only: 'Operators create organizations on this server',
  unverified_email: 'Your email address is not verified',
  too_many_organizations: 'You cannot create another organization',
};

const Refused = ({ refusal }: { readonly refusal: Refusal }) => {
  const { email } = useSession().user;
  const client = useQueryClient();
  const go = useGo();
  const look = useMutation({
    mutationFn: () => client.refetchQueries({ queryKey: sessionQuery.queryKey }),
    onSuccess: () => go('/'),
  });
  return (
    <EmptyState
      title={TITLES[refusal]}
      actions={
        <Button busy={look.isPending} onClick={() => look.mutate()}>
          Check again
        </Button>
      }
    >
      {WHY[refusal]} An operator creates one for you with <code>sluice org create acme --owner {email}</code>, and an
      admin of an organization can invite you.
    </EmptyState>
  );
};

const WHY: Readonly<Record<Refusal, ReactNode>> = {
  operators_only: null,
  unverified_email: (
    <>
      Open a link that was sent to you by email: sign out and choose <q>Forgot the password?</q>
    </>
  ),
  too_many_organizations: (
    <>
      You have created as many as this server allows a user (<code>MAX_ORGANIZATIONS_PER_USER</code>).
    </>
  ),
};

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
