import { useSyncExternalStore } from 'react';
import { cx } from '../lib/cx';
import { closeToast, toastStore } from '../lib/toasts';
import { Button } from './Button';
import { Icon } from './Icon';
import styles from './Toasts.module.css';

/** The messages of `showToast`, read out politely. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {toasts.map(({ id, tone, text, undo }) => (
        <div key={id} className={cx(styles.toast, styles[tone])}>
          <p className={styles.text}>{text}</p>
          {undo === undefined ? null : (
            <Button
              size="small"
              onClick={() => {
                closeToast(id);
                undo();
              }}
            >
              Undo
            </Button>
          )}
          <Button tone="quiet" size="small" aria-label="Close this message" onClick={() => closeToast(id)}>
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  );
}
