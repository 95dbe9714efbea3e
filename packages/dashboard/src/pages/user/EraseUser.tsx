import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Link } from '../../components/Link';
import { showToast } from '../../lib/toasts';
import { useProject } from '../../lib/useProject';
import styles from './UserPage.module.css';

/** The button that erases a user, for those who may: it says what is deleted, what stays, and how long it takes. */
export function EraseUser({ userKey }: { readonly userKey: string }) {
  const params = useProject();
  const mayErase = useHasRole(params.org, 'admin');
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (!mayErase) return null;
  const erase = async (): Promise<void> => {
    await callApi('POST /api/0/projects/{org}/{project}/erasures', { params, body: { user: userKey } });
    await client.invalidateQueries({ queryKey: operationKey('GET /api/0/projects/{org}/{project}/erasures') });
    showToast({ tone: 'good', text: 'The erasure is requested. Settings → General shows its progress.' });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Erase this user’s data…</Button>
      <ConfirmDialog
        isOpen={isOpen}
        close={() => setOpen(false)}
        title="Erase this user’s data?"
        effects={<Effects userKey={userKey} />}
        action="Erase the data"
        confirm={erase}
      />
    </>
  );
}

const Effects = ({ userKey }: { readonly userKey: string }) => (
  <div className={styles.effects}>
    <p>
      Everything of <code>{userKey}</code> that arrived until now is deleted permanently, also what is still queued. It
      cannot be restored.
    </p>
    <dl>
      <dt>Deleted</dt>
      <dd>
        The exceptions, logs, spans and hits that name this user, every recording in which the user appears, and the
        profile.
      </dd>
      <dt>Stays</dt>
      <dd>
        Counts without personal data, such as usage and events of issues; titles of issues; and what names no user or
        another identity. Each identity needs its own erasure. What the user causes from now on is stored.
      </dd>
      <dt>Takes</dt>
      <dd>
        Minutes. It reads all events of the project once, in the background.{' '}
        <Link to="settings/general">Settings → General</Link> shows the progress and what was removed.
      </dd>
    </dl>
  </div>
);
