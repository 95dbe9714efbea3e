import { Fragment } from 'react';
import { DialogPanel } from '../components/DialogPanel';
import styles from './Shortcuts.module.css';

const KEYS: readonly (readonly [string, readonly string[]])[] = [
  ['Search issues, releases, users, metrics, pages, ids and commands', ['⌘K', 'Ctrl K']],
  ['Search in this list', ['/']],
  ['Next and previous row', ['j', 'k']],
  ['Open the row', ['↵']],
  ['Select the row', ['x']],
  ['Resolve the issue', ['e']],
  ['Ignore the issue', ['i']],
  ['Reopen the issue', ['r']],
  ['Refresh, up to now', ['.']],
  ['Issues, logs, traces', ['Alt I', 'Alt L', 'Alt T']],
  ['This list', ['?']],
];

/** What keys do. */
export const Shortcuts = ({ close }: { readonly close: () => void }) => (
  <DialogPanel title="Keyboard shortcuts" close={close}>
    <dl className={styles.keys}>
      {KEYS.map(([meaning, keys]) => (
        <Fragment key={meaning}>
          <dt>{meaning}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  </DialogPanel>
);
