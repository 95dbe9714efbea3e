import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { CopyButton } from '../../components/CopyButton';
import { ErrorState } from '../../components/ErrorState';
import { Input } from '../../components/Input';
import { NewSecret } from '../../components/NewSecret';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { SimpleTable } from '../../components/SimpleTable';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import forms from '../../styles/forms.module.css';
import styles from './KeySection.module.css';

const LIST = 'GET /api/0/projects/{org}/{project}/keys';

/** The keys of the project: created, shown with their DSN, and disabled. */
export function KeySection() {
  const params = useProject();
  const canChange = useHasRole(params.org, 'admin');
  const client = useQueryClient();
  const keys = useQuery(operationQuery(LIST, { params }));
  const [disabling, setDisabling] = useState<string>();
  const reload = () => client.invalidateQueries({ queryKey: operationKey(LIST) });
  const enabled = (keys.data?.data ?? []).filter(({ disabledAt }) => disabledAt === null);
  return (
    <Section
      title="Keys"
      note={
        keys.data === undefined
          ? undefined
          : `${plural(enabled.length, 'key')} in use. To rotate: create one, deploy it, then disable the old one.`
      }
    >
      <div className={forms.stack}>
        {keys.data === undefined ? (
          keys.error === null ? (
            <Skeleton width="100%" height="120px" />
          ) : (
            <ErrorState title="The keys could not be loaded" error={keys.error} retry={() => void keys.refetch()} />
          )
        ) : (
          <KeyTable keys={keys.data.data} onDisable={canChange ? setDisabling : undefined} />
        )}
        {canChange ? <NewKey onCreated={reload} /> : null}
      </div>
      <ConfirmDialog
        isOpen={disabling !== undefined}
        close={() => setDisabling(undefined)}
        title={`Disable the key ${disabling?.slice(0, 8) ?? ''}…?`}
        effects={
          <p>
            Everything that is sent with it gets 401 within two seconds. It cannot be enabled again. What it sent before
            stays. Deploy another key first.
          </p>
        }
        action="Disable the key"
        confirm={async () => {
          await callApi('DELETE /api/0/projects/{org}/{project}/keys/{key}', {
            params: { ...params, key: disabling ?? '' },
          });
          await reload();
        }}
      />
    </Section>
  );
}

interface TableProps {
  readonly keys: ResponseOf<typeof LIST>['data'];
  /** Unset if the reader may not disable keys. */
  readonly onDisable: ((key: string) => void) | undefined;
}

const KeyTable = ({ keys, onDisable }: TableProps) => (
  <SimpleTable
    caption="Keys"
    isStacked
    rows={keys}
    rowKey={({ key }) => key}
    columns={[
      { title: 'Key', render: ({ key, kind }) => <code>{kind === 'server' ? `${key}…` : key}</code> },
      { title: 'Label', render: ({ label }) => label },
      { title: 'Kind', render: ({ kind }) => kind },
      {
        title: 'DSN',
        width: '208px',
        render: ({ dsn, sentryDsn, disabledAt }) =>
          dsn === null || sentryDsn === null || disabledAt !== null ? null : (
            <span className={styles.copies}>
              <CopyButton label="DSN" text={dsn} />
              <CopyButton label="Sentry DSN" text={sentryDsn} />
            </span>
          ),
      },
      { title: 'Created', width: '128px', render: ({ createdAt }) => <Time at={createdAt} form="day" /> },
      {
        title: 'State',
        width: '100px',
        render: ({ key, disabledAt }) =>
          disabledAt !== null ? (
            <Badge>disabled</Badge>
          ) : onDisable !== undefined ? (
            <Button size="small" aria-label={`Disable the key ${key.slice(0, 8)}…`} onClick={() => onDisable(key)}>
              Disable
            </Button>
          ) : (
            <Badge tone="good">in use</Badge>
          ),
      },
    ]}
  />
);

/** SDKs for JavaScript send the key in the address, where a server key is refused. */
const FOR_HEADERS = 'For SDKs of Sentry that send the key in a header (Python, Ruby, Go), not for JavaScript or Node:';

function NewKey({ onCreated }: { readonly onCreated: () => Promise<unknown> }) {
  const params = useProject();
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<'public' | 'server'>('public');
  const create = useMutation({
    mutationFn: () => callApi('POST /api/0/projects/{org}/{project}/keys', { params, body: { label, kind } }),
    onSuccess: () => {
      setLabel('');
      return onCreated();
    },
  });
  return (
    <form
      className={forms.stack}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <div className={forms.row}>
        <Input
          label="Label of a new key"
          placeholder="iOS app"
          problem={create.error?.message}
          maxLength={100}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
        <Select
          label="Kind"
          value={kind}
          options={[
            ['public', 'Public, for pages and apps'],
            ['server', 'Server, a secret'],
          ]}
          onPick={(value) => setKind(value === 'server' ? 'server' : 'public')}
        />
        <Button type="submit" busy={create.isPending}>
          Create a key
        </Button>
      </div>
      {create.data === undefined || create.data.dsn === null ? null : (
        <NewSecret label="DSN of the new key" code={create.data.dsn}>
          {create.data.kind === 'server' ? 'A server key is shown only now. Copy its DSN:' : 'The DSN of the new key:'}
        </NewSecret>
      )}
      {typeof create.data?.sentryDsn === 'string' ? (
        <NewSecret label="DSN of the new key for SDKs of Sentry" code={create.data.sentryDsn}>
          {create.data.kind === 'server' ? FOR_HEADERS : 'For SDKs of Sentry:'}
        </NewSecret>
      ) : null}
    </form>
  );
}
