import type { ReactNode } from 'react';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { ErrorState } from '../../components/ErrorState';
import { PageHead } from '../../components/PageHead';
import { Skeleton } from '../../components/Skeleton';
import { StatLine } from '../../components/StatLine';
import { plural } from '../../lib/format';
import styles from './Settings.module.css';
import { settingLabel } from './settingLabels';
import { valueText } from './settingValues';
import type { SettingsForm } from './useSettingsForm';

interface Props {
  readonly title: string;
  readonly facts: readonly ReactNode[];
  readonly form: SettingsForm;
  readonly children: ReactNode;
}

/** A page of settings: its parts, and below them what would change, with the values of others if they changed meanwhile. */
export function SettingsFrame({ title, facts, form, children }: Props) {
  const { settings, error, retry, canChange } = form;
  return (
    <>
      <PageHead title={title} sum={<StatLine facts={facts} isLoading={settings === undefined && error === null} />} />
      {error !== null && settings === undefined ? (
        <ErrorState title="The settings could not be loaded" error={error} retry={retry} />
      ) : settings === undefined ? (
        <Skeleton width="100%" height="320px" />
      ) : (
        <>
          {canChange ? null : (
            <p className={styles.note}>Only admins and owners of the organization can change settings.</p>
          )}
          <div className={styles.parts}>{children}</div>
          <SaveBar form={form} />
        </>
      )}
    </>
  );
}

function SaveBar({ form }: { readonly form: SettingsForm }) {
  const { changes, conflicts, isSaving, problem, save, reset } = form;
  if (changes.length === 0) return null;
  return (
    <div className={styles.bar} role="region" aria-label="Changes that are not saved">
      <div className={styles.changes}>
        <strong>{plural(changes.length, 'change')}</strong>
        <ul>
          {changes.map(({ name, from, to }) => (
            <li key={name}>
              {settingLabel(name)}: {valueText(from)} → {valueText(to)}
            </li>
          ))}
        </ul>
        {conflicts.length === 0 ? null : (
          <p role="alert">
            Someone else changed{' '}
            {conflicts.map(({ name, from, to }, index) => (
              <span key={name}>
                {index === 0 ? '' : ', '}
                {settingLabel(name)} from {valueText(from)} to {valueText(to)}
              </span>
            ))}{' '}
            meanwhile. Save again to replace it with yours, or discard yours.
          </p>
        )}
        <ErrorNote error={problem} />
      </div>
      <Button onClick={reset}>Discard</Button>
      <Button tone="primary" busy={isSaving} onClick={() => void save()}>
        Save changes
      </Button>
    </div>
  );
}
