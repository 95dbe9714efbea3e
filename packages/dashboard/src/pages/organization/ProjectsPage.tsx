import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { sessionQuery, useHasRole } from '../../api/session';
import { useList } from '../../api/useList';
import { Button } from '../../components/Button';
import { EmptyState } from '../../components/EmptyState';
import { Link } from '../../components/Link';
import { Moment } from '../../components/Moment';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { SlugInput } from '../../components/SlugInput';
import { useGo } from '../../lib/useGo';
import { useRouteParam } from '../../lib/useProject';
import forms from '../../styles/forms.module.css';
import text from '../../styles/text.module.css';
import { EraseProject } from '../settings/EraseProject';
import { ErasedProjects } from './ErasedProjects';

const LIST = 'GET /api/0/projects/{org}';
type Project = ResponseOf<typeof LIST>['data'][number];

const columns = (org: string, remove: ((slug: string) => void) | undefined): readonly SimpleColumn<Project>[] => [
  {
    title: 'Project',
    render: ({ slug }) => (
      <Link to={`/${org}/${slug}/issues`} className={text.link}>
        {slug}
      </Link>
    ),
  },
  { title: 'Created', render: ({ createdAt }) => <Moment at={createdAt} /> },
  ...(remove === undefined
    ? []
    : [
        {
          title: 'Action',
          hidesTitle: true,
          isNumber: true,
          render: ({ slug }: Project) => (
            <Button size="small" aria-label={`Delete ${slug} permanently`} onClick={() => remove(slug)}>
              Delete…
            </Button>
          ),
        },
      ]),
];

/** `/{org}/settings/projects`: the projects, created and deleted. */
export function ProjectsPage() {
  const org = useRouteParam('org');
  const client = useQueryClient();
  const canChange = useHasRole(org, 'admin');
  const list = useList(LIST, { params: { org } });
  const [deleted, setDeleted] = useState<string>();
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: operationKey(LIST) }),
      client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ]);
  return (
    <>
      <PageHead title="Projects" />
      {canChange ? (
        <NewProject org={org} onCreated={reload} />
      ) : (
        <p className={forms.lead}>Only admins and owners can create and delete projects.</p>
      )}
      <Section title="Projects" isFlush>
        <ListTable
          caption="Projects"
          list={list}
          columns={columns(org, canChange ? setDeleted : undefined)}
          rowKey={({ slug }) => slug}
          empty={
            <EmptyState title={`${org} has no project`}>
              A project has keys, with which pages and programs send events.
            </EmptyState>
          }
        />
      </Section>
      <ErasedProjects org={org} />
      {deleted === undefined ? null : <EraseProject org={org} project={deleted} close={() => setDeleted(undefined)} />}
    </>
  );
}

interface NewProps {
  readonly org: string;
  readonly onCreated: () => Promise<unknown>;
}

function NewProject({ org, onCreated }: NewProps) {
  const go = useGo();
  const [slug, setSlug] = useState('');
  const create = useMutation({
    mutationFn: () => callApi('POST /api/0/projects/{org}', { params: { org }, body: { slug } }),
    onSuccess: async () => {
      await onCreated();
      go(`/${org}/${slug}/setup`);
    },
  });
  return (
    <Section title="New project">
      <form
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <SlugInput label="Project" placeholder="web" value={slug} set={setSlug} problem={create.error?.message} />
        <div>
          <Button type="submit" tone="primary" busy={create.isPending}>
            Create the project
          </Button>
        </div>
      </form>
    </Section>
  );
}
