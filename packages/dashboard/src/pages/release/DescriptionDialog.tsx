import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { Input } from '../../components/Input';
import { TextArea } from '../../components/TextArea';
import { toLocalInput } from '../../lib/formatTime';
import { showToast } from '../../lib/toasts';
import { useProject } from '../../lib/useProject';
import type { Release } from './release';
import styles from './ReleasePage.module.css';

const READ = 'GET /api/0/projects/{org}/{project}/releases/{version}';

type Fields = Readonly<Record<'ref' | 'url' | 'deployedAt' | 'notes', string>>;

const fieldsOf = (release: Release): Fields => ({
  ref: release.ref ?? '',
  url: release.url ?? '',
  deployedAt: release.deployedAt === null ? '' : toLocalInput(new Date(release.deployedAt)),
  notes: release.notes ?? '',
});

/** The fields that differ, as the API takes them: an empty one is cleared by null, the others are not sent. */
function changesOf(before: Fields, after: Fields): Partial<Record<keyof Fields, string | null>> {
  const changed = (Object.keys(after) as readonly (keyof Fields)[]).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(
    changed.map((name) => {
      const value = after[name];
      if (value === '') return [name, null];
      return [name, name === 'deployedAt' ? new Date(value).toISOString() : value];
    }),
  );
}

interface FormProps {
  readonly fields: Fields;
  readonly setFields: (fields: Fields) => void;
  readonly save: () => Promise<void>;
  readonly error: unknown;
}

function Form({ fields, setFields, save, error }: FormProps) {
  const bind = (name: keyof Fields) => ({
    value: fields[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setFields({ ...fields, [name]: event.target.value }),
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Input label="Ref" hint="Build or commit" maxLength={250} {...bind('ref')} />
      <Input
        label="Link"
        type="url"
        hint="http(s) address of the build, deployment or commit"
        maxLength={2048}
        {...bind('url')}
      />
      <Input
        label="Deployed"
        type="datetime-local"
        step={60}
        hint="In your time zone; empty if it is not deployed"
        {...bind('deployedAt')}
      />
      <TextArea label="Notes" {...bind('notes')} />
      <ErrorNote error={error} />
    </form>
  );
}

/** Edits the description of a release. Only what was changed is sent. */
export function DescriptionDialog({ release, close }: { readonly release: Release; readonly close: () => void }) {
  const place = useProject();
  const client = useQueryClient();
  const [fields, setFields] = useState(fieldsOf(release));
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const save = async (): Promise<void> => {
    setState({ isBusy: true });
    try {
      const params = { ...place, version: release.version };
      const body = changesOf(fieldsOf(release), fields);
      await callApi('PATCH /api/0/projects/{org}/{project}/releases/{version}', { params, body });
      await client.invalidateQueries({ queryKey: operationKey(READ) });
      showToast({ tone: 'good', text: 'The description is saved.' });
      close();
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <Dialog
      isOpen
      close={close}
      title={`Describe ${release.version}`}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" busy={state.isBusy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <Form fields={fields} setFields={setFields} save={save} error={state.error} />
    </Dialog>
  );
}
