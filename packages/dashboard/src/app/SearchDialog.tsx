import { Dialog } from '@base-ui/react/dialog';
import { SearchResults } from './SearchResults';
import styles from './SearchDialog.module.css';
import type { TypedAhead } from './useTypedAhead';

interface Props {
  readonly typed: TypedAhead;
  readonly close: () => void;
}

/** ⌘K: opens pages, projects, issues, releases, users and metrics by their text, and what an id names; runs commands. */
export const SearchDialog = ({ typed, close }: Props) => (
  <Dialog.Root open onOpenChange={(open) => !open && close()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={styles.backdrop} />
      <Dialog.Popup className={styles.dialog} aria-label="Search">
        <SearchResults {...typed} close={close} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
