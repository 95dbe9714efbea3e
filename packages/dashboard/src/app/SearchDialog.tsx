import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { SearchResults } from './SearchResults';
import styles from './SearchDialog.module.css';

/** ⌘K: opens pages, projects, issues, releases, users and metrics by their text, and what an id names; runs commands. */
export function SearchDialog({ close }: { readonly close: () => void }) {
  const [text, setText] = useState('');
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.dialog} aria-label="Search">
          <SearchResults text={text} setText={setText} close={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
