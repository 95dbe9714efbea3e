import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { CodeBlock } from '../../components/CodeBlock';
import { CopyButton } from '../../components/CopyButton';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { Tabs } from '../../components/Tabs';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import { FirstEvent } from './FirstEvent';
import { Refusals } from './Refusals';
import { snippets } from './snippets';
import styles from './SetupPage.module.css';

/** Stands where the DSN will be; nothing that contains it is shown, because it could be copied. */
const NO_HOST = 'dsn.invalid';
const NO_DSN = `https://key@${NO_HOST}`;

const LINE_PX = 19.8;

/** `/{org}/{project}/setup`: how to send the first event, whether it arrived, and why not. */
export function SetupPage() {
  const params = useProject();
  const keys = useQuery(operationQuery('GET /api/0/projects/{org}/{project}/keys', { params }));
  const active = keys.data?.data.filter(({ disabledAt, dsn }) => disabledAt === null && dsn !== null) ?? [];
  const dsn = (active.find(({ kind }) => kind === 'public') ?? active[0])?.dsn ?? undefined;
  return (
    <>
      <PageHead title="Setup" sum={<FirstEvent />} />
      {keys.error === null ? null : (
        <ErrorState title="The keys could not be loaded" error={keys.error} retry={() => void keys.refetch()} />
      )}
      {keys.data !== undefined && dsn === undefined ? (
        <EmptyState
          title="This project has no active key"
          actions={
            <Link to="settings/security" className={text.link}>
              Create a key
            </Link>
          }
        >
          Programs need a key to send events.
        </EmptyState>
      ) : null}
      {keys.isPending || dsn !== undefined ? <Instructions dsn={dsn} /> : null}
      <Refusals />
    </>
  );
}

function Instructions({ dsn }: { readonly dsn: string | undefined }) {
  const params = useProject();
  const { with: chosen = 'page' } = useSearch();
  const set = useSetSearch();
  const all = snippets(dsn ?? NO_DSN, params);
  const { id, steps } = all.find((one) => one.id === chosen) ?? all[0];
  return (
    <>
      <Section
        title="DSN"
        note={<span className={styles.hint}>where programs send events</span>}
        actions={dsn === undefined ? null : <CopyButton label="Copy the DSN" text={dsn} />}
      >
        <div className={styles.address}>
          {dsn === undefined ? <Skeleton width="48ch" /> : <code className={styles.dsn}>{dsn}</code>}
        </div>
      </Section>
      <div className={styles.snippets}>
        <Tabs
          label="Where the program runs"
          tabs={all.map((one) => [one.id, one.label] as const)}
          value={id}
          onPick={(value) => set({ with: value })}
        >
          <ol className={styles.steps}>
            {steps.map(({ title, code }) => (
              <li key={title}>
                <h3>{title}</h3>
                {dsn === undefined && code.includes(NO_HOST) ? (
                  <Skeleton width="100%" height={heightOf(code)} />
                ) : (
                  <CodeBlock label={title} code={code} />
                )}
              </li>
            ))}
          </ol>
        </Tabs>
      </div>
    </>
  );
}

/** How high a `CodeBlock` is, so that the page does not move when the DSN is known. */
const heightOf = (code: string): string => `${code.split('\n').length * LINE_PX + 20}px`;
