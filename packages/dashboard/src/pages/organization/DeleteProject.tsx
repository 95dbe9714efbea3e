import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { Input } from '../../components/Input';
import styles from './Organization.module.css';

interface Props {
  readonly org: string;
  readonly project: string;
  readonly close: () => void;
  readonly onDeleted: () => Promise<unknown>;
}

/** Deletes a project after its slug is typed. */
export function DeleteProject({ org, project, close, onDeleted }: Props) {
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => callApi('DELETE /api/0/projects/{org}/{project}', { params: { org, project } }),
    onSuccess: async () => {
      await onDeleted();
      close();
    },
  });
  return (
    <Dialog
      isOpen
      close={close}
      title={`Delete ${org}/${project}?`}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="danger" busy={remove.isPending} disabled={typed !== project} onClick={() => remove.mutate()}>
            Delete the project
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          Its keys stop working, nobody can open it any more, and its slug is free again. Retention deletes what it
          stored. This cannot be undone.
        </p>
        <Input
          label={`Type ${project} to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ErrorNote error={remove.error} />
      </div>
    </Dialog>
  );
}
