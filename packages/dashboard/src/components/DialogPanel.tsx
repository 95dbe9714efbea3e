import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import { Button } from './Button';
import styles from './Dialog.module.css';
import { Icon } from './Icon';

interface Props {
  readonly close: () => void;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly size?: 'normal' | 'wide';
  readonly children: ReactNode;
}

/** The open dialog of `Dialog`, for components that are loaded lazily themselves. */
export const DialogPanel = ({ close, title, actions, size = 'normal', children }: Props) => (
  <Dialog.Root open onOpenChange={(open) => !open && close()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={styles.backdrop} />
      <Dialog.Popup className={cx(styles.dialog, styles[size])}>
        <header className={styles.head}>
          <Dialog.Title className={styles.title}>{title}</Dialog.Title>
          <Dialog.Close render={<Button tone="quiet" size="small" aria-label="Close" />}>
            <Icon name="close" />
          </Dialog.Close>
        </header>
        <div className={styles.body}>{children}</div>
        {actions === undefined ? null : <footer className={styles.foot}>{actions}</footer>}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
