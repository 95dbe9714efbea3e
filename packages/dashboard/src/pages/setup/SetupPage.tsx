import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { CodeBlock } from '../../components/CodeBlock';
import { CopyButton } from '../../components/CopyButton';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { Segments } from '../../components/Segments';
import { Skeleton } from '../../components/Skeleton';
import { Tabs } from '../../components/Tabs';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import { FirstEvent } from './FirstEvent';
import { OriginNote } from './OriginNote';
import { Refusals } from './Refusals';
import { sdksOf, type Sdk } from './sdks';
import type { Addresses } from './sentrySnippets';
import styles from './SetupPage.module.css';

/** Stands where the DSN will be; nothing that contains it is shown, because it could be copied. */
const NO_HOST = 'dsn.invalid';
const NO_DSN = `https://key@${NO_HOST}`;
const NO_ADDRESSES: Addresses = { dsn: NO_DSN, sentryDsn: `${NO_DSN}/0` };

const LINE_PX = 19.8;

/** `/{org}/{project}/setup`: how to send the first event, whether it arrived, and why not. */
export function SetupPage() {
  const params = useProject();
  const keys = useQuery(operationQuery('GET /api/0/projects/{org}/{project}/keys', { params }));
  const addresses = keys.data?.data.flatMap(({ disabledAt, dsn, sentryDsn }) =>
    disabledAt === null && dsn !== null && sentryDsn !== null ? [{ dsn, sentryDsn }] : [],
  )[0];
  const { with: chosen } = useSearch();
  const sdks = sdksOf(addresses ?? NO_ADDRESSES, params);
  const sdk = sdks.find(({ snippets }) => snippets.some(({ id }) => id === chosen)) ?? sdks[0];
  return (
    <>
      <PageHead title="Setup" sum={<FirstEvent />} />
      {keys.error === null ? null : (
        <ErrorState title="The keys could not be loaded" error={keys.error} retry={() => void keys.refetch()} />
      )}
      {keys.data !== undefined && addresses === undefined ? (
        <EmptyState
          title="This project has no active public key"
          actions={
            <Link to="settings/security" className={text.link}>
              Create a key
            </Link>
          }
        >
          Programs need a key to send events.
        </EmptyState>
      ) : null}
      {keys.isPending || addresses !== undefined ? (
        <Instructions isReady={addresses !== undefined} sdks={sdks} sdk={sdk} />
      ) : null}
      <Refusals sdk={sdk} />
    </>
  );
}

interface InstructionsProps {
  /** The addresses are known. */
  readonly isReady: boolean;
  readonly sdks: readonly Sdk[];
  /** The chosen one. */
  readonly sdk: Sdk;
}

function Instructions({ isReady, sdks, sdk }: InstructionsProps) {
  const { with: chosen } = useSearch();
  const set = useSetSearch();
  const { id, steps, sendsNoOrigin } = sdk.snippets.find((one) => one.id === chosen) ?? sdk.snippets[0];
  const isHidden = (part: string): boolean => !isReady && part.includes(NO_HOST);
  return (
    <>
      <div className={styles.sdks}>
        <Segments
          label="What the program reports with"
          choices={sdks.map((one) => [one.id, one.label] as const)}
          value={sdk.id}
          onPick={(value) => set({ with: sdks.find((one) => one.id === value)?.snippets[0].id })}
        />
      </div>
      <Section
        title={sdk.address.title}
        note={<span className={styles.hint}>where programs send events</span>}
        actions={isReady ? <CopyButton label={sdk.address.copy} text={sdk.address.text} /> : null}
      >
        <div className={sdk.address.isLong ? styles.address : undefined}>
          {isHidden(sdk.address.text) ? (
            <Skeleton width="48ch" />
          ) : (
            <code className={styles.dsn}>{sdk.address.text}</code>
          )}
        </div>
      </Section>
      <div className={styles.snippets}>
        <Tabs
          label="Where the program runs"
          tabs={sdk.snippets.map((one) => [one.id, one.label] as const)}
          value={id}
          onPick={(value) => set({ with: value })}
        >
          {sendsNoOrigin ? <OriginNote sdk={sdk.id} /> : null}
          <ol className={styles.steps}>
            {steps.map(({ title, code }) => (
              <li key={title}>
                <h3>{title}</h3>
                {isHidden(code) ? (
                  <Skeleton width="100%" height={heightOf(code)} />
                ) : (
                  <CodeBlock label={title} code={code} />
                )}
              </li>
            ))}
          </ol>
          <p className={styles.guide}>
            The complete guide is in the source code of Sluice: <code>{sdk.guide}</code>
          </p>
        </Tabs>
      </div>
    </>
  );
}

/** How high a `CodeBlock` is, so that the page does not move when the DSN is known. */
const heightOf = (code: string): string => `${code.split('\n').length * LINE_PX + 20}px`;
