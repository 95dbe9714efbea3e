import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Drawer.module.css';

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** The navigation on narrow screens. The browser keeps the focus inside, closes it on Escape and returns the focus. */
export function Drawer({ isOpen, close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    // Keyboards close it with Escape; the pointer closes it beside the drawer.
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label="Navigation"
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      {isOpen ? children : null}
    </dialog>
  );
}
